import type { RuleTester } from 'oxlint/plugins-dev';

// oxlint does not export the types of its plugin interface by name; its rule tester uses them all.
type AnyRule = Parameters<RuleTester['run']>[1];
export type Rule = Exclude<AnyRule, { createOnce: unknown }>;
export type Context = Parameters<Rule['create']>[0];
export type Visitor = ReturnType<Rule['create']>;
type Visited<Name extends keyof Visitor> = Parameters<NonNullable<Visitor[Name]>>[0];
export type Expression = Visited<'ImportExpression'>['source'];
export type MemberExpression = Visited<'MemberExpression'>;
export type Node = MemberExpression['parent'];
