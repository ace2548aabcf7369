// The price model is part of the evidence: a browser recomputes it with the same code.
export { ONE, exp, fixed, fourNormals, isqrt, normal } from '@karat/evidence';
