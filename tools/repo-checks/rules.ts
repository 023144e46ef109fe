export interface SourceFile {
  /** Path relative to the repository, with slashes. */
  path: string
  text: string
}

export interface Fault {
  at: string
  text: string
}

export interface Exception {
  lines: number
  reason: string
}

/** Files that may be longer than the limit for now. Entries shrink or go; a new one needs a reason. */
export type Baseline = Record<string, Exception>

export const LIMITS = { source: 400, test: 800 }

const CODE = /\.(ts|tsx|mts|mjs|js|css)$/
const WORKSPACE_SOURCE = /^(contract|playbook|workflow|connectors|server|web|cli|testkit|e2e|bench)\/src\//
/** Kebab-case, but for what React's world names after a component or a hook. */
const FILE_NAME =
  /^([a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z]+)*)*\.(ts|css)|[A-Z][A-Za-z0-9]*\.module\.css|use[A-Z][A-Za-z0-9]*(\.test)?\.ts)$/
const COMPONENT_NAME = /^([A-Z][A-Za-z0-9]*|[a-z][a-z0-9]*(-[a-z0-9]+)*)(\.[a-z]+)*\.tsx$/

export function lineCount(text: string): number {
  return text === '' ? 0 : text.replace(/\n$/, '').split('\n').length
}

function limitFor(path: string): number {
  return /\.(test|e2e|deep)\.tsx?$/.test(path) ? LIMITS.test : LIMITS.source
}

/** A file past its limit must stand in the baseline with its exact length, and leave it when it no longer is. */
export function lengthFaults(files: SourceFile[], baseline: Baseline): Fault[] {
  const long = new Map(
    files
      .filter((file) => CODE.test(file.path) && lineCount(file.text) > limitFor(file.path))
      .map((file) => [file.path, lineCount(file.text)]),
  )
  const grown = [...long].flatMap(([at, lines]) => {
    const allowed = baseline[at]
    if (!allowed) return [{ at, text: `${lines} lines, limit ${limitFor(at)}: split it` }]
    if (lines > allowed.lines) return [{ at, text: `${lines} lines, its exception allows ${allowed.lines}` }]
    if (lines < allowed.lines)
      return [{ at, text: `down to ${lines} lines: lower its exception from ${allowed.lines}` }]
    return allowed.reason.trim().length > 10 ? [] : [{ at, text: 'its exception gives no reason' }]
  })
  const stale = Object.keys(baseline).filter((at) => !long.has(at))
  return [...grown, ...stale.map((at) => ({ at, text: 'no longer too long: remove its exception' }))]
}

/** No barrels, and file names that say what they hold. */
export function nameFaults(files: SourceFile[]): Fault[] {
  return files.flatMap(({ path }) => {
    if (!WORKSPACE_SOURCE.test(path) || path.includes('/fixtures/')) return []
    const name = path.split('/').at(-1) ?? ''
    if (/^index\.(ts|tsx|mts|js|mjs)$/.test(name))
      return [{ at: path, text: 'no index files: name the file after what it holds' }]
    if (name.endsWith('.tsx') && !COMPONENT_NAME.test(name))
      return [{ at: path, text: 'a component file is PascalCase' }]
    if (/\.(ts|css)$/.test(name) && !FILE_NAME.test(name))
      return [{ at: path, text: 'file names are kebab-case' }]
    return []
  })
}

/** Built from pieces, so that this file does not name a path of its own. */
const MACHINE_PATHS = ['work', 'root'].map((part) => new RegExp(`(?<![\\w.~})-])/${part}/`))

/** Paths of the author's machine mean nothing on another one. */
export function machinePathFaults(files: SourceFile[]): Fault[] {
  return files.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, index) => {
      const hit = MACHINE_PATHS.map((pattern) => pattern.exec(line)?.[0]).find((found) => found !== undefined)
      return hit === undefined ? [] : [{ at: `${path}:${index + 1}`, text: `path of one machine: ${hit}` }]
    }),
  )
}

/** The lock file names versions and hashes, never a registry. */
export function lockFaults(text: string): Fault[] {
  return text.split('\n').flatMap((line, index) => {
    const host = /"resolved":\s*"(https?:\/\/[^/"]+)/.exec(line)?.[1]
    return host === undefined
      ? []
      : [{ at: `package-lock.json:${index + 1}`, text: `names a registry host: ${host}` }]
  })
}

function dependencies(text: string): [string, string][] {
  const parsed: unknown = JSON.parse(text)
  if (typeof parsed !== 'object' || parsed === null) return []
  return Object.entries(parsed)
    .filter(([key]) => /^(dev|optional)?dependencies$/i.test(key))
    .flatMap(([, value]): [string, string][] => Object.entries(value))
}

/** Every dependency has one exact version, the same in all workspaces. */
export function versionFaults(manifests: SourceFile[]): Fault[] {
  const first = new Map<string, string>()
  return manifests.flatMap((manifest) =>
    dependencies(manifest.text).flatMap(([name, version]) => {
      if (!/^\d+\.\d+\.\d+/.test(version))
        return [{ at: manifest.path, text: `${name}@${version} is no exact version` }]
      const other = first.get(name)
      first.set(name, other ?? version)
      return other === undefined || other === version
        ? []
        : [{ at: manifest.path, text: `${name} is ${version} here and ${other} elsewhere` }]
    }),
  )
}

/** `NOTE:` and `TODO:` are the only marks, and a `TODO:` says why. */
export function markFaults(files: SourceFile[]): Fault[] {
  return files.flatMap(({ path, text }) => {
    if (!CODE.test(path)) return []
    return text.split('\n').flatMap((line, index) => {
      const comment = /(?:\/\/|\/?\*)\s*(FIXME|XXX|HACK|TODO)\b(.*)$/.exec(line)
      if (!comment) return []
      const explained = comment[1] === 'TODO' && /^:\s*\S.{9,}/.test(comment[2] ?? '')
      return explained ? [] : [{ at: `${path}:${index + 1}`, text: `${comment[1]} without ": reason"` }]
    })
  })
}

const TEST = /\.(?:test\.tsx?|e2e\.ts)$/
/** An upper bound on the time that passed: a busy machine breaks it. How much work was done may be bounded. */
const HURRY = /expect\((?:performance|Date)\.now\(\) - \w+\)\s*\.toBeLess/
/** Files of tests share processes (`vitest.config.ts`); the one that may mock has its own. */
const MOCKING = 'web/src/data/hubs.test.ts'

/** Tests wait for what happens and bound work, not time; none replaces modules that others have loaded. */
export function testFaults(files: SourceFile[]): Fault[] {
  return files.flatMap(({ path, text }) => {
    if (!TEST.test(path)) return []
    return text.split('\n').flatMap((line, index) => {
      const at = `${path}:${index + 1}`
      if (HURRY.test(line)) return [{ at, text: 'bounds the time that a test takes: bound the work' }]
      if (path !== MOCKING && /\bvi\.(?:do)?[mM]ock\(/.test(line))
        return [{ at, text: 'mocks a module in a process that others share' }]
      return []
    })
  })
}

/** The only places that signal a process by its number: both refuse numbers that mean more than one process. */
const SIGNALERS = ['server/src/platform/embedded/processes.ts', 'tools/test/signals.mjs']
const RAW_KILL =
  /\bprocess\s*(?:\?\.|\.)\s*kill\b|\bprocess\[['"]kill['"]\]|\{[^}]*\bkill\b[^}]*\}\s*(?:=\s*process\b|from '(?:node:)?process')|\b(?:spawn|execFile|exec)(?:Sync)?\(\s*['"`](?:p?kill|killall)\b/
/** `kill(-1)` ends every process of the user, so a process that was never started must not have a number. */
const PID_DEFAULT = /pids?\b[^,;{}]*(?:\?\?|\|\|)\s*-?\d|pid\b\s*(?::\s*number\s*)?[:=]\s*(?:-\s*\d|[01]\b)/i

/** Signals by number go through one function, and a process id has no numeric default. */
export function signalFaults(files: SourceFile[]): Fault[] {
  return files.flatMap(({ path, text }) => {
    if (!CODE.test(path) || path.endsWith('.css') || path.startsWith('web/')) return []
    return text.split('\n').flatMap((line, index) => {
      const at = `${path}:${index + 1}`
      if (RAW_KILL.test(line) && !SIGNALERS.includes(path))
        return [{ at, text: `signals a process itself: use sendSignal of ${SIGNALERS[0]}` }]
      return PID_DEFAULT.test(line) ? [{ at, text: 'gives a process id a default: handle its absence' }] : []
    })
  })
}

/** The table of the README lists exactly the settings that the product reads. */
export function settingFaults(config: string, readme: string): Fault[] {
  const read = new Set(
    [...config.matchAll(/^ {2}([A-Z][A-Z_]+): \w*Setting\(/gm)].map((match) => match[1] ?? ''),
  )
  const table = readme.split('\n').flatMap((line) => /^\| (`[A-Z][A-Z_]+`[^|]*)\|/.exec(line)?.[1] ?? [])
  const documented = new Set(
    table.flatMap((cell) => [...cell.matchAll(/`([A-Z][A-Z_]+)`/g)].map((match) => match[1] ?? '')),
  )
  const silent = [...read]
    .filter((name) => !documented.has(name))
    .map((name) => `does not explain the setting ${name}`)
  const invented = [...documented]
    .filter((name) => !read.has(name))
    .map((name) => `explains ${name}, which nothing reads`)
  const none = read.size === 0 ? ['no settings were found in the config module'] : []
  return [...silent, ...invented, ...none].map((text) => ({ at: 'README.md', text }))
}

const LINK = /(?<!!)\[[^\]]*\]\((?!https?:|#|mailto:)([^)#\s]+)[^)]*\)/g
const CODE_PATH =
  /`((?:contract|playbook|workflow|connectors|server|web|cli|testkit|e2e|bench|tools|docs)\/[\w./-]+\.[a-z]+)`/g

/** Links between papers, and the files that AGENTS.md sends people to, exist. */
export function linkFaults(papers: SourceFile[], exists: (path: string) => boolean): Fault[] {
  return papers.flatMap(({ path, text }) => {
    const folder = path.split('/').slice(0, -1)
    const links = [...text.matchAll(LINK)].map((match) => resolved(folder, match[1] ?? ''))
    const named = path === 'AGENTS.md' ? [...text.matchAll(CODE_PATH)].map((match) => match[1] ?? '') : []
    return [...links, ...named]
      .filter((target) => !exists(target))
      .map((target) => ({ at: path, text: `points to ${target}, which doesn’t exist` }))
  })
}

const COMPOSES = /composes:\s*([^;]+?)\s+from\s+["']([^"']+)["']/g

/** Classes that a style sheet takes from another one exist there: otherwise, only the build would notice. */
export function composesFaults(files: SourceFile[]): Fault[] {
  const sheets = new Map(
    files.filter(({ path }) => path.endsWith('.css')).map(({ path, text }) => [path, text]),
  )
  return [...sheets].flatMap(([at, text]) =>
    [...text.matchAll(COMPOSES)].flatMap(([, names = '', from = '']) => {
      const sheet = sheets.get(resolved(at.split('/').slice(0, -1), from))
      if (sheet === undefined) return [{ at, text: `composes from ${from}, which doesn’t exist` }]
      return names
        .split(/\s+/)
        .filter((name) => !new RegExp(`\\.${name}(?![\\w-])`).test(sheet))
        .map((name) => ({ at, text: `composes ${name}, which isn’t in ${from}` }))
    }),
  )
}

function resolved(folder: string[], link: string): string {
  const parts = [...folder]
  for (const part of link.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}

const PRODUCT = /^(?:contract|playbook|workflow|connectors|server|cli)\/src\//
/** A failure that leaves no trace: a handler that does not even name the error. */
const SILENT = /\.catch\(\(\) => (?:undefined|null)\)|^\s*\} catch \{$/
const COMMENT = /^\s*(?:\/\/|\*|\/\*)/

/** An error is logged or passed on; one that is dropped has a comment beside it that says why nothing is lost. */
export function silentFaults(files: SourceFile[]): Fault[] {
  return files.flatMap(({ path, text }) => {
    if (!PRODUCT.test(path) || TEST.test(path)) return []
    const lines = text.split('\n')
    return lines.flatMap((line, index) => {
      if (!SILENT.test(line) || /\/\/ /.test(line)) return []
      const beside = [lines[index - 1], lines[index + 1]]
      if (beside.some((other) => other !== undefined && COMMENT.test(other))) return []
      return [{ at: `${path}:${index + 1}`, text: 'drops an error: log it, or say why nothing is lost' }]
    })
  })
}
