import { parseSync } from 'oxc-parser'
import type { Fault, SourceFile } from './rules.ts'

/** Lines that a function of a page should not exceed. */
export const LONG_FUNCTION = 50

/** How many functions of the web are longer, tests and the gallery apart. The number only shrinks. */
export const LONG_FUNCTIONS = 46

const COUNTED = /^web\/src\/(?!gallery\/).*(?<!\.test)\.tsx?$/
const FUNCTION = /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/

interface Node {
  type: string
  start: number
  end: number
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

function functionsIn(node: Node): Node[] {
  const below = Object.values(node)
    .flatMap((value: unknown) => (Array.isArray(value) ? value : [value]))
    .filter(isNode)
    .flatMap(functionsIn)
  return FUNCTION.test(node.type) ? [node, ...below] : below
}

/** The first lines of functions longer than the limit. */
export function longFunctionsOf({ path, text }: SourceFile): number[] {
  const lineOf = (offset: number) => text.slice(0, offset).split('\n').length
  // The parser types its tree as ESTree; this reader needs only types, places, and children.
  const program = parseSync(path, text).program as unknown as Node
  return functionsIn(program)
    .filter(({ start, end }) => lineOf(end) - lineOf(start) >= LONG_FUNCTION)
    .map(({ start }) => lineOf(start))
}

/** Long functions are split, not added; what was split lowers the number. */
export function longFunctionFaults(files: readonly SourceFile[], allowed = LONG_FUNCTIONS): Fault[] {
  const counted = files.filter(({ path }) => COUNTED.test(path))
  const found = counted.flatMap((file) => longFunctionsOf(file).map((line) => `${file.path}:${line}`))
  if (found.length === allowed) return []
  const at = 'tools/repo-checks/long-functions.ts'
  if (found.length < allowed) return [{ at, text: `down to ${found.length}: lower LONG_FUNCTIONS` }]
  const text = `${found.length} functions of the web are longer than ${LONG_FUNCTION} lines, ${allowed} are allowed`
  return [{ at, text }, ...found.map((place) => ({ at: place, text: 'is a long function: split it' }))]
}
