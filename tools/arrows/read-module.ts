import { parseSync } from 'oxc-parser'

export type ImportKind = 'import' | 'type' | 'export' | 'dynamic' | 'glob' | 'url'

export interface ModuleImport {
  specifier: string
  kind: ImportKind
  line: number
  /** Imported names; empty for whole-module and side-effect imports. */
  names: string[]
}

export interface ModuleText {
  imports: ModuleImport[]
  /** Places where the target can only be known when the code runs. */
  unknownTargets: number[]
  /** True when the file holds nothing but `export … from`. */
  onlyReexports: boolean
  reexports: boolean
  /** Members of the largest object shape a door could offer: an interface or type named `…Door`. */
  doorFunctions: number
  errors: string[]
}

interface Node {
  type: string
  start: number
  [key: string]: unknown
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

function walk(node: Node, visit: (node: Node) => void): void {
  visit(node)
  for (const value of Object.values(node)) {
    if (isNode(value)) walk(value, visit)
    else if (Array.isArray(value)) for (const item of value) if (isNode(item)) walk(item, visit)
  }
}

function child(node: Node, key: string): Node | undefined {
  const value = node[key]
  return isNode(value) ? value : undefined
}

function children(node: Node, key: string): Node[] {
  const value = node[key]
  return Array.isArray(value) ? value.filter(isNode) : []
}

/** The text of a string literal or of a template without holes. */
function literalText(node: Node | undefined): string | undefined {
  if (!node) return undefined
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value']
  if (node.type === 'TSLiteralType') return literalText(child(node, 'literal'))
  if (node.type !== 'TemplateLiteral' || children(node, 'expressions').length > 0) return undefined
  const value = children(node, 'quasis')[0]?.['value']
  const cooked = typeof value === 'object' && value !== null && 'cooked' in value ? value.cooked : undefined
  return typeof cooked === 'string' ? cooked : undefined
}

function nameOf(node: Node | undefined): string | undefined {
  const name = node?.['name'] ?? node?.['value']
  return typeof name === 'string' ? name : undefined
}

function isImportMeta(node: Node | undefined, property: string): boolean {
  return (
    node?.type === 'MemberExpression' &&
    child(node, 'object')?.type === 'MetaProperty' &&
    nameOf(child(node, 'property')) === property
  )
}

function globPatterns(call: Node): string[] | undefined {
  const first = children(call, 'arguments')[0]
  const parts = first?.type === 'ArrayExpression' ? children(first, 'elements') : [first]
  const texts = parts.map((part) => literalText(part))
  return texts.every((text) => text !== undefined) ? texts : undefined
}

interface Found {
  kind: ImportKind
  /** Undefined when the target is computed. */
  specifiers: (string | undefined)[]
  names: string[]
}

function specifierNames(node: Node): string[] {
  return children(node, 'specifiers')
    .map((part) => nameOf(child(part, 'imported') ?? child(part, 'local')))
    .filter((name) => name !== undefined)
}

function declared(node: Node): Found | undefined {
  const source = literalText(child(node, 'source'))
  if (source === undefined) return undefined
  if (node.type === 'ImportDeclaration') {
    const parts = children(node, 'specifiers')
    const typeOnly =
      node['importKind'] === 'type' ||
      (parts.length > 0 && parts.every((part) => part['importKind'] === 'type'))
    return { kind: typeOnly ? 'type' : 'import', specifiers: [source], names: specifierNames(node) }
  }
  if (node.type === 'ExportNamedDeclaration' || node.type === 'ExportAllDeclaration') {
    const kind = node['exportKind'] === 'type' ? 'type' : 'export'
    return { kind, specifiers: [source], names: specifierNames(node) }
  }
  return undefined
}

function called(node: Node): Found | undefined {
  if (node.type === 'ImportExpression') {
    return { kind: 'dynamic', specifiers: [literalText(child(node, 'source'))], names: [] }
  }
  if (node.type === 'TSImportType') {
    return {
      kind: 'type',
      specifiers: [literalText(child(node, 'source') ?? child(node, 'argument'))],
      names: [],
    }
  }
  if (node.type === 'CallExpression') {
    const callee = child(node, 'callee')
    if (isImportMeta(callee, 'glob')) {
      return { kind: 'glob', specifiers: globPatterns(node) ?? [undefined], names: [] }
    }
    if (callee?.type === 'Identifier' && nameOf(callee) === 'require') {
      return { kind: 'dynamic', specifiers: [literalText(children(node, 'arguments')[0])], names: [] }
    }
  }
  if (node.type === 'TSExternalModuleReference') {
    return { kind: 'import', specifiers: [literalText(child(node, 'expression'))], names: [] }
  }
  return workerUrl(node)
}

/** `new URL('./x.ts', import.meta.url)` is how a worker is named: an arrow like any other. */
function workerUrl(node: Node): Found | undefined {
  if (node.type !== 'NewExpression' || nameOf(child(node, 'callee')) !== 'URL') return undefined
  const [first, second] = children(node, 'arguments')
  const target = literalText(first)
  if (target === undefined || !isImportMeta(second, 'url') || !/\.[cm]?[jt]sx?$/.test(target))
    return undefined
  return { kind: 'url', specifiers: [target], names: [] }
}

function doorMembers(node: Node): number {
  const name = nameOf(child(node, 'id'))
  if (!name?.endsWith('Door')) return 0
  const body = child(node, 'body') ?? child(node, 'typeAnnotation')
  if (!body) return 0
  return Math.max(children(body, 'body').length, children(body, 'members').length)
}

function isReexport(statement: Node): boolean {
  return statement.type.startsWith('Export') && child(statement, 'source') !== undefined
}

/** Reads everything one source text points to. Type-only imports count as much as others. */
export function readModule(path: string, text: string): ModuleText {
  const parsed = parseSync(path, text)
  // The parser types its tree as ESTree; this reader needs only `type`, `start` and children.
  const program = parsed.program as unknown as Node
  const imports: ModuleImport[] = []
  const unknownTargets: number[] = []
  let doorFunctions = 0
  const lineOf = (offset: number) => text.slice(0, offset).split('\n').length
  walk(program, (node) => {
    doorFunctions = Math.max(doorFunctions, doorMembers(node))
    const found = declared(node) ?? called(node)
    for (const specifier of found?.specifiers ?? []) {
      const line = lineOf(node.start)
      if (specifier === undefined) unknownTargets.push(line)
      else if (found) imports.push({ specifier, kind: found.kind, line, names: found.names })
    }
  })
  const statements = children(program, 'body')
  return {
    imports,
    unknownTargets,
    onlyReexports: statements.length > 0 && statements.every(isReexport),
    reexports: statements.some(isReexport),
    doorFunctions,
    errors: parsed.errors.map((error) => error.message),
  }
}
