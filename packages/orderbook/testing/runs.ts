/** How often a property is tried: a mutation run tries each for every mutant, so it tries less often. */
export function runs(often: number, forMutants: number): number {
  return process.env['MUTANTS_TARGET'] === undefined ? often : forMutants;
}
