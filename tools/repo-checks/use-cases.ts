import { parseSync } from 'oxc-parser'
import type { Fault, SourceFile } from './rules.ts'
import { UNGUARDED } from './unguarded.ts'

/** Domains whose use cases administrators and people call; the reason why one checks no actor is in `unguarded.ts`. */
const GUARDED = /^server\/src\/domains\/(?:identity|tenancy|licensing|installer)\//
/** Files that hold no use case: SQL, reads, pure rules, transport, doors, shapes, and tests. */
const OTHER_ROLE =
  /\.(?:rules|store|read|routes|events|door|migrations|module|test|fixture)\.(?:test\.)?ts$|-deps\.ts$/

/** Calls each of them without HTTP, as someone who may and as someone who may not. */
const TABLE = 'server/src/use-case-permissions.test.ts'

interface Node {
  type: string
  [key: string]: unknown
}

/** Every exported function that does work for a caller checks the actor itself, or says why it need not. */
export function useCaseFaults(
  files: readonly SourceFile[],
  unguarded: Readonly<Record<string, string>> = UNGUARDED,
): Fault[] {
  const found = files
    .filter(({ path }) => GUARDED.test(path) && path.endsWith('.ts') && !OTHER_ROLE.test(path))
    .flatMap(useCasesIn)
  const open = found.filter((each) => !each.checks).map(({ at }) => at)
  const missing = open.filter((at) => unguarded[at] === undefined)
  const table = files.find(({ path }) => path === TABLE)?.text ?? ''
  const untested = found.filter(({ checks, name }) => checks && !table.includes(`${name}(`))
  const stale = Object.keys(unguarded).filter((at) => !open.includes(at))
  return [
    ...missing.map((at) => ({ at, text: 'a use case calls allow(), or gives its reason in unguarded.ts' })),
    ...untested.map(({ at }) => ({ at, text: `${TABLE} does not call it` })),
    ...stale.map((at) => ({ at, text: 'checks the actor or is gone: remove it from unguarded.ts' })),
    ...Object.entries(unguarded)
      .filter(([, reason]) => reason.trim().length < 10)
      .map(([at]) => ({ at, text: 'its entry in unguarded.ts gives no reason' })),
  ]
}

function useCasesIn({ path, text }: SourceFile): { at: string; name: string; checks: boolean }[] {
  const { program } = parseSync(path, text)
  return program.body.flatMap((statement: unknown) => {
    const made = functionOf(statement)
    if (made === null || !isUseCase(made.node, text)) return []
    return [{ at: `${path}#${made.name}`, name: made.name, checks: callsAllow(made.node) }]
  })
}

function functionOf(statement: unknown): { name: string; node: Node } | null {
  if (!isNode(statement) || statement.type !== 'ExportNamedDeclaration') return null
  const { declaration } = statement
  if (!isNode(declaration) || declaration.type !== 'FunctionDeclaration') return null
  const { id } = declaration
  return isNode(id) ? { name: String(id['name']), node: declaration } : null
}

/** It waits for something, and opens its own transaction: a part of one takes the `Tx` of the use case that checked. */
function isUseCase(node: Node, text: string): boolean {
  const { returnType, params } = node
  const waits = node['async'] === true || /^:\s*Promise</.test(sourceOf(returnType, text))
  const types = Array.isArray(params) ? params.map((param) => sourceOf(param, text)) : []
  return waits && !types.some((type) => /:\s*Tx$/.test(type))
}

function callsAllow(node: Node): boolean {
  if (node.type === 'CallExpression') {
    const { callee } = node
    if (isNode(callee) && callee.type === 'Identifier' && /^allow(?:[A-Z]|$)/.test(String(callee['name'])))
      return true
  }
  return Object.values(node).some((value) =>
    Array.isArray(value)
      ? value.some((item) => isNode(item) && callsAllow(item))
      : isNode(value) && callsAllow(value),
  )
}

function sourceOf(node: unknown, text: string): string {
  return isNode(node) && typeof node['start'] === 'number' && typeof node['end'] === 'number'
    ? text.slice(node['start'], node['end'])
    : ''
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}
