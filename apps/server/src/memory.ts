import { setFlagsFromString } from 'node:v8';

// V8 pretenures allocation sites whose objects grew old. Here those are objects of batches that waited for a slow
// commit, while nearly all others die within milliseconds: pretenured, they stay until a full collection. Call it
// before other modules are loaded.
setFlagsFromString('--no-allocation-site-pretenuring');
