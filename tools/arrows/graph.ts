import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { type ModuleImport, type ModuleText, readModule } from './read-module.ts'
import { WORKSPACES } from './zones.ts'

export interface Edge {
  from: string
  /** Repository-relative path, when the target is a file here. */
  file?: string
  /** Package name, when the target is not ours. */
  package?: string
  /** Set when the import points to nothing that exists. */
  missing?: string
  via: ModuleImport
  byPackageName: boolean
}

export interface Module extends ModuleText {
  path: string
}

export interface Graph {
  modules: Map<string, Module>
  edges: Edge[]
}

const SOURCE = /\.(ts|tsx|mts|mjs)$/
const SKIPPED = new Set(['node_modules', 'dist', 'fixtures', 'coverage'])

function sources(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name)
    if (entry.isDirectory())
      return SKIPPED.has(entry.name) || entry.name.startsWith('.') ? [] : sources(root, path)
    return SOURCE.test(entry.name) && !entry.name.endsWith('.d.ts') ? [path] : []
  })
}

function packageName(specifier: string): string {
  if (specifier.startsWith('node:')) return specifier
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

type Target = Pick<Edge, 'file' | 'package' | 'missing' | 'byPackageName'>

function fileTarget(root: string, path: string, byPackageName: boolean): Target {
  return existsSync(join(root, path)) ? { file: path, byPackageName } : { missing: path, byPackageName }
}

function resolve(root: string, from: string, specifier: string): Target {
  const bare = specifier.replace(/\?.*$/, '')
  if (bare.startsWith('.')) return fileTarget(root, posix.normalize(posix.join(dirname(from), bare)), false)
  if (bare.startsWith('/')) return fileTarget(root, posix.join(from.split('/')[0] ?? '', bare), false)
  const ours = /^@caseloom\/([^/]+)\/(.+)$/.exec(bare)
  if (ours) return fileTarget(root, `${ours[1]}/src/${ours[2]}.ts`, true)
  return { package: packageName(bare), byPackageName: false }
}

function globTargets(root: string, from: string, imports: ModuleImport[]): Edge[] {
  const patterns = imports.filter((item) => item.kind === 'glob')
  const base = (item: ModuleImport, text: string) =>
    posix.normalize(posix.join(dirname(from), text.replace(/^!/, '')))
  const refused = patterns.filter((item) => item.specifier.startsWith('!'))
  const exclude = refused.map((item) => base(item, item.specifier))
  return patterns
    .filter((item) => !item.specifier.startsWith('!'))
    .flatMap((via) =>
      globSync(base(via, via.specifier), { cwd: root, exclude })
        .filter((file) => file !== from)
        .map((file) => ({ from, file: file.replaceAll('\\', '/'), via, byPackageName: false })),
    )
}

function edgesOf(root: string, module: Module): Edge[] {
  const plain = module.imports
    .filter((via) => via.kind !== 'glob')
    .map((via) => ({ from: module.path, via, ...resolve(root, module.path, via.specifier) }))
  return [...plain, ...globTargets(root, module.path, module.imports)]
}

/** Reads every source file of the repository at `root` and what it points to; `more` adds files of folders that are skipped. */
export function readGraph(root: string, more: readonly string[] = []): Graph {
  const paths = [...[...WORKSPACES, 'tools'].flatMap((folder) => sources(root, folder)), ...more]
  const modules = new Map(
    paths.map((path) => [path, { path, ...readModule(path, readFileSync(join(root, path), 'utf8')) }]),
  )
  return { modules, edges: [...modules.values()].flatMap((module) => edgesOf(root, module)) }
}

/** Groups of files that import each other in a circle, by types, `import()`, globs, and worker URLs too. */
export function findCycles(graph: Graph): string[][] {
  const next = new Map<string, string[]>()
  for (const edge of graph.edges) {
    if (edge.file && graph.modules.has(edge.file))
      next.set(edge.from, [...(next.get(edge.from) ?? []), edge.file])
  }
  const state = { order: 0, index: new Map<string, number>(), low: new Map<string, number>() }
  const stack: string[] = []
  const cycles: string[][] = []
  const visit = (node: string): number => {
    const index = state.order++
    let low = index
    state.index.set(node, index)
    stack.push(node)
    for (const target of next.get(node) ?? []) {
      if (!state.index.has(target)) low = Math.min(low, visit(target))
      else if (stack.includes(target)) low = Math.min(low, state.index.get(target) ?? low)
      if (target === node) cycles.push([node])
    }
    if (low === index) {
      const group = stack.splice(stack.indexOf(node))
      if (group.length > 1) cycles.push(group.toSorted())
    }
    return low
  }
  for (const path of graph.modules.keys()) if (!state.index.has(path)) visit(path)
  return cycles
}
