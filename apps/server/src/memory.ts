import { setFlagsFromString } from 'node:v8';

// V8 notes from where objects grew old and then makes whatever comes from there old at once. Here those are the objects of
// batches that waited for a slow commit, while nearly all others are dead a few milliseconds later: made old, they stay until
// a collection of everything. To be told before anything else is loaded.
setFlagsFromString('--no-allocation-site-pretenuring');
