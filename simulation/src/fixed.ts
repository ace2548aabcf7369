// The price model is part of the evidence: a browser computes it again by the same code.
export { ONE, exp, fixed, fourNormals, isqrt, normal } from '@karat/evidence';
