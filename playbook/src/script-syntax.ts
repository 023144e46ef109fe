import { parse } from 'acorn'

/** What is wrong with the JavaScript of a script, and where in its text; undefined when it can be read. */
export type ScriptFault = { message: string; position: number }

const HEAD = '(async (input) => {'
const MAX_CACHED = 500
/** Another language shows in its first lines. */
const MAX_READ = 20_000
const cache = new Map<string, ScriptFault | undefined>()

/** Reads a script as the sandbox does: as the body of an async function of `input`. */
export function scriptFault(code: string): ScriptFault | undefined {
  if (cache.has(code)) return cache.get(code)
  const fault = parsed(code)
  if (cache.size >= MAX_CACHED) cache.clear()
  cache.set(code, fault)
  return fault
}

function parsed(code: string): ScriptFault | undefined {
  try {
    parse(`${HEAD}${code}\n})`, { ecmaVersion: 'latest', sourceType: 'script' })
    return undefined
  } catch (error) {
    // Nested too deeply for this parser: the sandbox has its own opinion when it runs.
    if (error instanceof RangeError) return undefined
    if (!(error instanceof SyntaxError)) throw error
    const at: unknown = Reflect.get(error, 'pos')
    const position = Math.min(Math.max(typeof at === 'number' ? at - HEAD.length : 0, 0), code.length)
    const [line, column] = placeOf(code, position)
    const reason = `${error.message.replace(/\s*\(\d+:\d+\)$/, '')} (line ${line}, column ${column})`
    return { message: hintOf(code.slice(0, MAX_READ)) ?? reason, position }
  }
}

function placeOf(code: string, position: number): [number, number] {
  const lines = code.slice(0, position).split('\n')
  return [lines.length, (lines.at(-1)?.length ?? 0) + 1]
}

const PYTHON =
  /^[ \t]*(?:def\s+\w+\s*\(.*\)\s*(?:->.*)?:|(?:el)?if\b.*:\s*$|for\s+\w+(?:\s*,\s*\w+)*\s+in\s+.*:|from\s+\w[\w.]*\s+import\s|import\s+\w[\w.]*(?:\s+as\s+\w+)?\s*$|print\s+["'\w]|try:|except\b|class\s+\w+.*:\s*$)/m
const MODULES = /^[ \t]*(?:import\s+.*\sfrom\s+["']|import\s+["']|export\s)/m
const TYPES =
  /\b(?:const|let|var)\s+\w+\s*:\s*\w|^[ \t]*(?:interface|type|enum)\s+\w+|\)\s*:\s*\w+(?:\[\])?\s*(?:=>|\{)|\w\s+as\s+\w/m

// Another language fails at a place that says little of what is wrong.
function hintOf(code: string): string | undefined {
  if (MODULES.test(code)) return 'Scripts can’t import or export modules: what a script returns is its result'
  if (PYTHON.test(code)) return 'This looks like Python. Scripts are written in JavaScript.'
  if (/^\s*(?:#!|\$\s|function\s+\w+\s*\{|sudo\b|echo\s)/.test(code))
    return 'This looks like a shell script. Scripts are written in JavaScript.'
  if (/^[ \t]*param\s*\(|\$\w+\s*=\s*Get-/m.test(code))
    return 'This looks like PowerShell. Scripts are written in JavaScript.'
  return TYPES.test(code) ? 'Scripts are JavaScript: leave out the types of TypeScript' : undefined
}
