import { parseSync } from 'oxc-parser'
import type { Fault, SourceFile } from './rules.ts'

/** Where a type of field may be distinguished from others: the folders that hold a file for each. */
const HOMES = /^(?:contract|server|web)\/src\/(?:.*\/)?field-types\//
const COUNTED =
  /^(contract|playbook|workflow|connectors|server|web|cli)\/src\/.*(?<!\.(?:test|deep|e2e))\.tsx?$/
/** The list of types and kinds, from which the names are read. */
export const NAMES_AT = 'contract/src/field-types/registry.ts'

/** Names that nothing but fields use: a comparison with one is counted whatever is compared. */
const UNMISTAKABLE = new Set([
  'datetime',
  'selection',
  'duration',
  'attachment',
  'technique',
  'techniques',
  'observables',
  'options',
])
/** What code calls a field, or what it takes the type of a field from. */
const FIELD_WORDS =
  /(?:^|\.|\b)(?:field|definition|target|column|own|old|before|after|stored|title|source|from|to|byKey\.get\(.*\)|fields\[.*\]|find\(.*\))\??$/
/** Other things that have a type or a kind. */
const OTHER_WORDS =
  /(?:^|\.)(?:widget|data|subject|actor|tokens\[.*\]|by|token|part|piece|item|each|control|news|fact|node|session|event|form|filterPart|into|one|other|atom|row|body|entry\.actor|first|into|predicate|request\.body)\??$/
/** A file that imports one of these handles fields, so that a bare `type` or `kind` in it is one of a field. */
const FIELD_NAMES =
  /^(?:Field|FieldInput|FieldType|FieldKind|FieldShape|FieldColumn|FieldOf|StoredField|CompiledField|AppShape|AppTable|FilterTarget|FilterSubject|SubjectField|kindOf)$/

const FIELD_SET = /\bField(?:Type|Kind|Input\['type'\])|\bField\['type'\]/

interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

export interface Comparison {
  at: string
  text: string
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

function child(node: Node, key: string): Node | undefined {
  const value = node[key]
  return isNode(value) ? value : undefined
}

function children(node: Node, key: string): Node[] {
  const value = node[key]
  return Array.isArray(value) ? value.filter(isNode) : []
}

function walk(node: Node, visit: (node: Node) => void): void {
  visit(node)
  for (const value of Object.values(node)) {
    if (isNode(value)) walk(value, visit)
    else if (Array.isArray(value)) for (const item of value) if (isNode(item)) walk(item, visit)
  }
}

function parse({ path, text }: SourceFile): Node {
  const program: unknown = parseSync(path, text).program
  if (!isNode(program)) throw new Error(`${path} can’t be parsed`)
  return program
}

/** Names of types and kinds: the keys of the registry, and those of the kinds that each type declares. */
export function fieldTypeNames(files: readonly SourceFile[]): Set<string> {
  const names = new Set<string>()
  for (const file of files.filter(({ path }) => path.startsWith('contract/src/field-types/')))
    walk(parse(file), (node) => {
      if (node.type !== 'VariableDeclarator') return
      const id = String(child(node, 'id')?.['name'] ?? '')
      if (id !== 'FIELD_TYPES' && !/^[a-z]+Kinds$/.test(id)) return
      const init = child(node, 'init')
      const value = init?.type === 'TSSatisfiesExpression' ? child(init, 'expression') : init
      for (const property of value === undefined ? [] : children(value, 'properties')) {
        const key = child(property, 'key')?.['name']
        if (typeof key === 'string') names.add(key)
      }
    })
  return names
}

class Reader {
  readonly found: Comparison[] = []
  readonly #file: SourceFile
  readonly #names: ReadonlySet<string>
  readonly #handlesFields: boolean

  constructor(file: SourceFile, names: ReadonlySet<string>, program: Node) {
    this.#file = file
    this.#names = names
    this.#handlesFields = children(program, 'body').some((statement) =>
      children(statement, 'specifiers').some((one) => FIELD_NAMES.test(this.#text(child(one, 'imported')))),
    )
  }

  read(node: Node): void {
    switch (node.type) {
      case 'BinaryExpression':
        return this.#comparison(node)
      case 'SwitchStatement':
        return this.#switch(node)
      case 'CallExpression':
        return this.#includes(node)
      case 'NewExpression':
        return this.#set(node)
      case 'VariableDeclarator':
        return this.#table(node)
      default:
    }
  }

  #text(node: Node | undefined): string {
    return node === undefined ? '' : this.#file.text.slice(node.start, node.end)
  }

  #name(node: Node | undefined): string | undefined {
    const value = node?.type === 'Literal' ? node['value'] : undefined
    return typeof value === 'string' && this.#names.has(value) ? value : undefined
  }

  #add(node: Node): void {
    const line = this.#file.text.slice(0, node.start).split('\n').length
    const text = this.#text(node).replaceAll(/\s+/g, ' ').slice(0, 80)
    this.found.push({ at: `${this.#file.path}:${line}`, text })
  }

  /** Whether the expression is the type or kind of a field, as far as its words say. */
  #isFieldType(subject: Node | undefined, name: string): boolean {
    if (subject === undefined || subject.type === 'UnaryExpression') return false
    const text = this.#text(subject)
    if (text.startsWith('kindOf(')) return true
    const [, owner] = /^([\s\S]*?)\??\.?(?:\.|\[')(?:type|kind)(?:'\])?$/.exec(text) ?? []
    if (owner === undefined)
      return /^(?:type|kind)$/.test(text) && (this.#handlesFields || UNMISTAKABLE.has(name))
    if (FIELD_WORDS.test(owner)) return true
    return !OTHER_WORDS.test(owner) && (UNMISTAKABLE.has(name) || this.#handlesFields)
  }

  #comparison(node: Node): void {
    if (!/^[!=]==?$/.test(String(node['operator']))) return
    const [left, right] = [child(node, 'left'), child(node, 'right')]
    for (const [literal, subject] of [
      [left, right],
      [right, left],
    ]) {
      const name = this.#name(literal)
      if (name !== undefined && this.#isFieldType(subject, name)) this.#add(node)
    }
  }

  #switch(node: Node): void {
    const subject = child(node, 'discriminant')
    for (const one of children(node, 'cases')) {
      const name = this.#name(child(one, 'test'))
      if (name !== undefined && this.#isFieldType(subject, name)) this.#add(child(one, 'test') ?? one)
    }
  }

  #includes(node: Node): void {
    const callee = child(node, 'callee')
    const list = callee === undefined ? undefined : child(callee, 'object')
    if (list?.type !== 'ArrayExpression' || this.#text(child(callee ?? list, 'property')) !== 'includes')
      return
    const [subject] = children(node, 'arguments')
    for (const item of children(list, 'elements')) {
      const name = this.#name(item)
      if (name !== undefined && this.#isFieldType(subject, name)) this.#add(item)
    }
  }

  /** `new Set<FieldType>(['text', …])` is a comparison with each of them, and so is a set of nothing but names. */
  #set(node: Node): void {
    if (this.#text(child(node, 'callee')) !== 'Set') return
    const isTyped = FIELD_SET.test(this.#text(child(node, 'typeArguments')))
    for (const list of children(node, 'arguments')) {
      const items = children(list, 'elements')
      const named = items.filter((item) => this.#name(item) !== undefined)
      const isBare = items.length > 2 && named.length === items.length
      if (isTyped || isBare) for (const item of named) this.#add(item)
    }
  }

  /** A table with a line for each type or kind is a switch over them. */
  #table(node: Node): void {
    const id = child(node, 'id')
    const annotation = this.#text(id === undefined ? undefined : child(id, 'typeAnnotation'))
    if (
      !/Record<(?:FieldType|FieldKind|Field(?:Input)?\['type'\]|Filter(?:Target|Subject)\['(?:kind|type)'\])/.test(
        annotation,
      )
    )
      return
    const value = child(node, 'init')
    for (const line of value === undefined ? [] : children(value, 'properties')) {
      const key = child(line, 'key')?.['name']
      if (typeof key === 'string' && this.#names.has(key)) this.#add(line)
    }
  }
}

/** Places outside of the folders of field types that distinguish a type or kind by its name. */
export function fieldTypeComparisons(files: readonly SourceFile[], names: ReadonlySet<string>): Comparison[] {
  return files
    .filter(({ path }) => COUNTED.test(path) && !HOMES.test(path))
    .flatMap((file) => {
      const program = parse(file)
      const reader = new Reader(file, names, program)
      walk(program, (node) => reader.read(node))
      return reader.found
    })
}

/** How many such places each workspace may have. Numbers only shrink. */
export type FieldTypeBaseline = Readonly<Record<string, number>>

export function fieldTypeFaults(files: readonly SourceFile[], baseline: FieldTypeBaseline): Fault[] {
  const names = fieldTypeNames(files)
  if (names.size < 25) return [{ at: NAMES_AT, text: `names only ${names.size} types and kinds of fields` }]
  const found = Map.groupBy(fieldTypeComparisons(files, names), ({ at }) => at.split('/')[0] ?? '')
  return [...new Set([...found.keys(), ...Object.keys(baseline)])].flatMap((workspace) => {
    const places = found.get(workspace) ?? []
    const allowed = baseline[workspace] ?? 0
    if (places.length > allowed)
      return [
        {
          at: workspace,
          text: `compares names of field types in ${places.length} places, ${allowed} are allowed: ask fieldType() or fieldTraits(), or give the type's file what differs\n${places.map(({ at, text }) => `    ${at}  ${text}`).join('\n')}`,
        },
      ]
    return places.length < allowed
      ? [
          {
            at: workspace,
            text: `down to ${places.length} comparisons of field types: lower its baseline from ${allowed}`,
          },
        ]
      : []
  })
}
