import { child, children, nameOf, type Node, type ParsedFile, textOf, walk } from './catalogs.ts'

/** A call that asks for a text. */
export interface TextUse {
  at: string
  /** Null when the namespace is only known where the function comes from. */
  namespace: string | null
  /** A key, or a pattern where a part of it is computed. */
  key: string | RegExp
  /** With a default, a key that no catalog has is fine. */
  optional: boolean
}

/** Texts that a file asks for by `t(…)` of react-i18next, `i18next.t(…)`, or a fixed `t`. */
export function textUses(file: ParsedFile, text: string): TextUse[] {
  const bound = bindings(file.program)
  const uses: TextUse[] = []
  walk(file.program, (node, above) => {
    if (node.type !== 'CallExpression') return
    const callee = child(node, 'callee')
    const name = nameOf(callee)
    const isGlobal =
      callee?.type === 'MemberExpression' &&
      nameOf(child(callee, 'object')) === 'i18next' &&
      nameOf(child(callee, 'property')) === 't'
    const own = name === undefined ? undefined : namespaceOf(name, bound, above)
    if (!isGlobal && own === undefined && name !== 't') return
    const [first, options] = children(node, 'arguments')
    const given = optionOf(options, 'ns')
    const line = text.slice(0, node.start).split('\n').length
    for (const key of keysAsked(first))
      uses.push({
        at: `${file.path}:${line}`,
        namespace: textOf(given) ?? own ?? null,
        key,
        optional: optionOf(options, 'defaultValue') !== undefined,
      })
  })
  return uses
}

interface Binding {
  name: string
  namespace: string
  /** The function or file that it is bound in. */
  scope: Node
}

const SCOPES = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression', 'Program'])
const scopeOf = (above: readonly Node[]) => above.findLast(({ type }) => SCOPES.has(type))

function bindings(program: Node): Binding[] {
  const found: Binding[] = []
  walk(program, (node, above) => {
    if (node.type !== 'VariableDeclarator') return
    const [init, id, scope] = [child(node, 'init'), child(node, 'id'), scopeOf(above)]
    if (init?.type !== 'CallExpression' || scope === undefined) return
    const callee = child(init, 'callee')
    const args = children(init, 'arguments')
    if (nameOf(callee) === 'useTranslation') {
      const namespace = textOf(args[0]) ?? 'ui'
      for (const property of children(id, 'properties'))
        if (nameOf(child(property, 'key')) === 't')
          found.push({ name: nameOf(child(property, 'value')) ?? 't', namespace, scope })
    }
    if (nameOf(child(callee, 'property')) === 'getFixedT') {
      const [name, namespace] = [nameOf(id), textOf(args[1])]
      if (name !== undefined && namespace !== undefined) found.push({ name, namespace, scope })
    }
  })
  return found
}

/** The nearest binding of the name; undefined when the name is a parameter or something else. */
function namespaceOf(name: string, bound: readonly Binding[], above: readonly Node[]): string | undefined {
  for (const scope of above.filter(({ type }) => SCOPES.has(type)).toReversed()) {
    const own = bound.find((one) => one.name === name && one.scope === scope)
    if (own !== undefined) return own.namespace
    if (children(scope, 'params').some((param) => bindsName(param, name))) return undefined
  }
  return undefined
}

function bindsName(param: Node, name: string): boolean {
  if (nameOf(param) === name) return true
  if (param.type === 'ObjectPattern')
    return children(param, 'properties').some((property) => nameOf(child(property, 'value')) === name)
  return param.type === 'AssignmentPattern' && bindsName(child(param, 'left') ?? param, name)
}

function optionOf(options: Node | undefined, name: string): Node | undefined {
  return children(options, 'properties')
    .filter((property) => nameOf(child(property, 'key')) === name)
    .map((property) => child(property, 'value'))
    .find((value) => value !== undefined)
}

/** Keys that an argument may be; none where it is computed elsewhere. */
function keysAsked(node: Node | undefined): (string | RegExp)[] {
  const literal = textOf(node)
  if (literal !== undefined) return [literal]
  if (node?.type === 'ConditionalExpression')
    return [...keysAsked(child(node, 'consequent')), ...keysAsked(child(node, 'alternate'))]
  if (node?.type !== 'TemplateLiteral') return []
  const parts = children(node, 'quasis').map((quasi) => {
    const value = quasi['value']
    return typeof value === 'object' && value !== null && 'cooked' in value ? String(value.cooked) : ''
  })
  if (parts.every((part) => part === '')) return []
  return [new RegExp(`^${parts.map((part) => part.replaceAll(/[.$?*+^(){}|[\]\\]/g, '\\$&')).join('.+')}$`)]
}
