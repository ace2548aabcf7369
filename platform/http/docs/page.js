/** Makes an element; children are texts or elements, so nothing from the description is read as markup. */
function make(name, properties = {}, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

/** A text of the description, in which `backticks` mark what stands in code. */
const spoken = (text) =>
  text.split('`').map((part, place) => (place % 2 === 1 ? make('code', {}, part) : part));

const find = (id) => document.getElementById(id);
const anchorOf = (call) => `call-${call.path.replaceAll('/', '-')}`;

const description = await (await fetch('/openapi.json')).json();
const calls = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

function typeOf(schema) {
  if (schema === undefined) return '';
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' | ');
  if (schema.type === 'array') return `${typeOf(schema.items) || 'any'}[]`;
  if (Array.isArray(schema.type)) return schema.type.join(' | ');
  return schema.type ?? 'string | number';
}

/** Fields of a call: those of its query, or those of its body. */
function fieldsOf({ operation }) {
  const query = operation.parameters.filter((each) => each.in === 'query');
  if (!operation.requestBody) return query;
  const { schema } = Object.values(operation.requestBody.content)[0];
  const required = new Set(schema.required ?? []);
  return Object.entries(schema.properties ?? {}).map(([name, each]) => ({
    name,
    schema: each,
    required: required.has(name),
  }));
}

function whoMay(who) {
  if (typeof who === 'object') return `operators: ${who.operator.join(', ')}`;
  return { visitor: 'anyone', user: 'logged in', verified: 'verified' }[who];
}

function fieldRow(field) {
  const upload = field.schema?.format === 'binary';
  const input = make('input', { name: field.name, type: upload ? 'file' : 'text', ariaLabel: field.name });
  const about = field.schema?.description ?? '';
  return make(
    'tr',
    {},
    make('td', {}, make('code', {}, field.name), field.required ? '' : ' (optional)'),
    make('td', {}, typeOf(field.schema), ...(about ? [' – ', ...spoken(about)] : [])),
    make('td', {}, input),
  );
}

/** A text that is JSON stands for what it says, so that nested fields can be tried. */
function valueOf(text) {
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' ? value : text;
  } catch {
    return text;
  }
}

async function attempt(call, form, output) {
  const given = [...new FormData(form)].filter(
    ([, value]) => value !== '' && (typeof value === 'string' || value.size > 0),
  );
  const headers = { lang: find('lang').value };
  if (find('token').value) headers.Authorization = find('token').value;
  let url = call.path;
  let body;
  if (call.method === 'get') url += `?${new URLSearchParams(given)}`;
  else if (call.operation.requestBody?.content['multipart/form-data']) body = new FormData(form);
  else {
    headers['Content-Type'] = 'application/json';
    body = JSON.stringify(Object.fromEntries(given.map(([name, value]) => [name, valueOf(value)])));
  }
  output.hidden = false;
  output.textContent = '…';
  const started = performance.now();
  try {
    const response = await fetch(url, { method: call.method.toUpperCase(), headers, body });
    const text = await response.text();
    const json = response.headers.get('content-type')?.startsWith('application/json');
    const shown = json ? JSON.stringify(JSON.parse(text), null, 2) : text.slice(0, 20_000);
    output.textContent = `HTTP ${response.status}, ${Math.round(performance.now() - started)} ms\n\n${shown}`;
  } catch (error) {
    output.textContent = String(error);
  }
}

function bodyOf(call) {
  const { operation } = call;
  const fields = fieldsOf(call);
  const output = make('pre', { hidden: true });
  const form = make(
    'form',
    {},
    ...(fields.length ? [make('table', {}, ...fields.map(fieldRow))] : []),
    make('button', {}, 'Try it'),
    output,
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void attempt(call, form, output);
  });
  const refusals = Object.entries(operation['x-refusals']).map(([code, text]) =>
    make('tr', {}, make('td', {}, make('code', {}, code)), make('td', {}, ...spoken(text))),
  );
  const reply = Object.values(operation.responses[200].content)[0].schema;
  const [payload] = reply.oneOf ?? [reply];
  const shape = payload.properties?.message ?? payload;
  return [
    make('h3', {}, fields.length ? 'Fields' : 'No fields'),
    form,
    make('h3', {}, 'Refusals'),
    make('table', {}, ...refusals),
    make('h3', {}, 'Payload (message)'),
    make('pre', {}, JSON.stringify(shape, null, 2)),
  ];
}

function card(call) {
  const { operation } = call;
  const tags = [whoMay(operation['x-who']), operation['x-effect']];
  if (operation['x-per-minute']) tags.push(`${operation['x-per-minute']} a minute`);
  const details = make(
    'details',
    {},
    make(
      'summary',
      {},
      make('span', { className: `method ${call.method}` }, call.method.toUpperCase()),
      make('code', {}, call.path),
      ...tags.map((tag) => make('span', { className: 'tag' }, tag)),
      make('p', {}, ...spoken(operation.summary)),
    ),
  );
  details.addEventListener('toggle', () => {
    if (details.open && details.children.length === 1)
      details.append(make('div', { className: 'body' }, ...bodyOf(call)));
  });
  return make('article', { id: anchorOf(call) }, details);
}

const noteAnchor = (title) => `note-${title.toLowerCase().replaceAll(' ', '-')}`;

/** A part that is no call. */
function note({ title, lines }) {
  return make(
    'article',
    { id: noteAnchor(title), className: 'note' },
    make('h2', {}, title),
    ...lines.map((line) => make('p', {}, ...spoken(line))),
  );
}

function show(word) {
  const wanted = calls.filter((call) =>
    `${call.path} ${call.operation.summary}`.toLowerCase().includes(word.toLowerCase()),
  );
  const groups = Map.groupBy(wanted, (call) => call.operation.tags[0]);
  const nav = [];
  const main = [make('p', {}, ...spoken(description.info.description))];
  if (word === '') {
    const notes = description['x-notes'] ?? [];
    nav.push(...notes.map(({ title }) => make('a', { href: `#${noteAnchor(title)}` }, title)));
    main.push(...notes.map(note));
  }
  for (const [group, members] of groups) {
    nav.push(
      make('h2', {}, group),
      ...members.map((call) => make('a', { href: `#${anchorOf(call)}` }, call.path.replace('/api/', ''))),
    );
    main.push(make('h2', {}, group), ...members.map(card));
  }
  find('nav').replaceChildren(...nav);
  find('main').replaceChildren(...main, ...(wanted.length ? [] : [make('p', {}, 'No call matches.')]));
}

function openTarget() {
  const details = document.getElementById(location.hash.slice(1))?.querySelector('details');
  if (details) details.open = true;
  details?.scrollIntoView();
}

const langs = calls[0]?.operation.parameters.find((each) => each.name === 'lang').schema.enum ?? ['en'];
find('lang').append(...langs.map((lang) => make('option', {}, lang)));
find('search').addEventListener('input', (event) => show(event.target.value));
addEventListener('hashchange', openTarget);
show('');
openTarget();
