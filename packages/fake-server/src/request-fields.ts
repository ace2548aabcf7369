/** Fields of a request; a list is an array. */
export type Fields = Readonly<Record<string, unknown>>;

const ELEMENT = /^(.+)\[\d+\]$/;

function fieldsOfForm(form: URLSearchParams): Fields {
  const fields: Record<string, unknown> = {};
  for (const [name, value] of form) {
    const list = ELEMENT.exec(name)?.[1];
    if (list === undefined) fields[name] = value;
    else fields[list] = [...((fields[list] as readonly unknown[] | undefined) ?? []), value];
  }
  return fields;
}

/** The fields of a query, a form or a JSON body. */
export function fieldsOf(body: unknown): Fields {
  if (body === undefined || body === null) return {};
  if (typeof body === 'string') return JSON.parse(body) as Fields;
  if (body instanceof FormData) return Object.fromEntries(body);
  return fieldsOfForm(new URLSearchParams(String(body as URLSearchParams)));
}
