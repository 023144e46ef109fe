import { dirname, posix } from 'node:path'
import { parseSync } from 'oxc-parser'

export interface SourceFile {
  path: string
  text: string
}

export interface Node {
  type: string
  start: number
  [key: string]: unknown
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

export function child(node: Node | undefined, key: string): Node | undefined {
  const value = node?.[key]
  return isNode(value) ? value : undefined
}

export function children(node: Node | undefined, key: string): Node[] {
  const value = node?.[key]
  return Array.isArray(value) ? value.filter(isNode) : []
}

/** Visits a tree; `visit` gets the ancestors, nearest last. */
export function walk(
  node: Node,
  visit: (node: Node, above: readonly Node[]) => void,
  above: readonly Node[] = [],
): void {
  visit(node, above)
  const inside = [...above, node]
  for (const value of Object.values(node)) {
    if (isNode(value)) walk(value, visit, inside)
    else if (Array.isArray(value)) for (const item of value) if (isNode(item)) walk(item, visit, inside)
  }
}

export const nameOf = (node: Node | undefined): string | undefined =>
  node?.type === 'Identifier' && typeof node['name'] === 'string' ? node['name'] : undefined

export const textOf = (node: Node | undefined): string | undefined =>
  node?.type === 'Literal' && typeof node['value'] === 'string' ? node['value'] : undefined

export interface ParsedFile {
  path: string
  program: Node
  /** Imported name to file and name there. */
  imports: Map<string, { file: string; name: string }>
}

export function parseFile({ path, text }: SourceFile): ParsedFile {
  const program: unknown = parseSync(path, text).program
  if (!isNode(program)) throw new Error(`${path} can't be parsed`)
  const imports = new Map<string, { file: string; name: string }>()
  for (const statement of children(program, 'body').filter(({ type }) => type === 'ImportDeclaration')) {
    const source = textOf(child(statement, 'source')) ?? ''
    if (!source.startsWith('.')) continue
    const file = posix.normalize(posix.join(dirname(path), source))
    for (const specifier of children(statement, 'specifiers')) {
      const local = nameOf(child(specifier, 'local'))
      if (local !== undefined)
        imports.set(local, { file, name: nameOf(child(specifier, 'imported')) ?? local })
    }
  }
  return { path, program, imports }
}

/** Keys of all catalogs by namespace, with the place of each text. */
export type Catalogs = Map<string, Map<string, string>>

/** Reads what `addTexts(namespace, texts)` and the resources of the start add. */
export function readCatalogs(files: readonly ParsedFile[]): Catalogs {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const catalogs: Catalogs = new Map()
  for (const file of files)
    walk(file.program, (node) => {
      if (node.type === 'CallExpression' && nameOf(child(node, 'callee')) === 'addTexts') {
        const [namespace, texts] = children(node, 'arguments')
        const name = textOf(namespace)
        if (name !== undefined && texts !== undefined) addTo(catalogs, name, keysOf(texts, file, byPath))
      }
      if (node.type === 'Property' && nameOf(child(node, 'key')) === 'resources')
        for (const [key, at] of keysOf(child(node, 'value'), file, byPath)) {
          const [, namespace = '', ...rest] = key.split('.')
          addTo(catalogs, namespace, [[rest.join('.'), at]])
        }
    })
  return catalogs
}

function addTo(catalogs: Catalogs, namespace: string, keys: Iterable<readonly [string, string]>): void {
  const known = catalogs.get(namespace) ?? new Map<string, string>()
  for (const [key, at] of keys) known.set(key, at)
  catalogs.set(namespace, known)
}

function keysOf(
  node: Node | undefined,
  file: ParsedFile,
  files: ReadonlyMap<string, ParsedFile>,
  before = '',
): [key: string, at: string][] {
  if (node === undefined) return []
  if (node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression')
    return keysOf(child(node, 'expression'), file, files, before)
  if (node.type === 'Identifier') {
    const found = definitionOf(nameOf(node) ?? '', file, files)
    return found === undefined ? [] : keysOf(found.node, found.file, files, before)
  }
  if (node.type !== 'ObjectExpression') return [[before, file.path]]
  return children(node, 'properties').flatMap((property) => {
    if (property.type === 'SpreadElement') return keysOf(child(property, 'argument'), file, files, before)
    const key = nameOf(child(property, 'key')) ?? textOf(child(property, 'key')) ?? '?'
    return keysOf(child(property, 'value'), file, files, before === '' ? key : `${before}.${key}`)
  })
}

function definitionOf(
  name: string,
  file: ParsedFile,
  files: ReadonlyMap<string, ParsedFile>,
): { node: Node; file: ParsedFile } | undefined {
  const imported = file.imports.get(name)
  if (imported !== undefined) {
    const target = files.get(imported.file)
    return target === undefined ? undefined : definitionOf(imported.name, target, files)
  }
  for (const statement of children(file.program, 'body')) {
    const declaration =
      statement.type === 'ExportNamedDeclaration' ? child(statement, 'declaration') : statement
    for (const one of children(declaration, 'declarations')) {
      const init = child(one, 'init')
      if (nameOf(child(one, 'id')) === name && init !== undefined) return { node: init, file }
    }
  }
  return undefined
}
