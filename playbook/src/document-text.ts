import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { Document, isCollection, isMap, isNode, isPair, isScalar, type Node, type YAMLMap } from 'yaml'
import { crowdOfSteps } from './validate-draft.ts'
import { type ParsedText, parseText, YAML_FORM } from './yaml.ts'

/*
 * Comments stand in `canvas.comments` by the place that they belong to, `steps/<key>/with/value`: `above` its name,
 * `before` the value itself, or `after` it.
 */
const HELD: ReadonlySet<string> = new Set(['steps', 'catch', 'finally'])
const DOCUMENT = ''

/** Reads the text of a document like `parseText`; its comments are stored in `canvas.comments`. */
export function readDocument(text: string): ParsedText {
  const parsed = parseText(text)
  if (!parsed.ok || !isObject(parsed.value)) return parsed
  const crowd = crowdOfSteps(parsed.value)
  if (crowd !== undefined) return { ok: false, issues: [{ ...parsed.locate(['steps']), message: crowd }] }
  // A document in JSON brings them as they are stored.
  const comments = { ...commentsOf(parsed.value), ...commentsIn(parsed.document) }
  return { ...parsed, value: withComments(parsed.value, comments) }
}

/** Writes a document as YAML with the comments that it holds at their places; those of places that are gone are left out. */
export function printDocument(value: JsonObject): string {
  const document = new Document(withComments(value, {}), YAML_FORM)
  write(document, commentsOf(value))
  return document.toString(YAML_FORM)
}

/** Gives the comments of a step another place; null takes them away. */
export function moveComments(document: JsonObject, from: string, to: string | null): JsonObject {
  const isOf = (place: string) => place === from || place.startsWith(`${from}/`)
  const entries = Object.entries(commentsOf(document))
  if (!entries.some(([place]) => isOf(place))) return document
  const next = entries.flatMap(([place, comment]): [string, JsonValue][] => {
    if (!isOf(place)) return [[place, comment]]
    return to === null ? [] : [[to + place.slice(from.length), comment]]
  })
  return withComments(document, Object.fromEntries(next))
}

/** The comments of some places (`steps/<key>`, `triggers/<key>`) and of all that lies below them. */
export function commentsBelow(document: JsonObject, places: readonly string[]): JsonObject {
  const isOf = (place: string) => places.some((one) => place === one || place.startsWith(`${one}/`))
  return Object.fromEntries(Object.entries(commentsOf(document)).filter(([place]) => isOf(place)))
}

/** The document with further comments, by their places. */
export function addComments(document: JsonObject, comments: JsonObject): JsonObject {
  if (Object.keys(comments).length === 0) return document
  return withComments(document, { ...commentsOf(document), ...comments })
}

function commentsOf({ canvas }: JsonObject): JsonObject {
  const comments = isObject(canvas) ? canvas['comments'] : undefined
  return isObject(comments) ? comments : {}
}

function withComments(document: JsonObject, comments: JsonObject): JsonObject {
  const before = document['canvas']
  if (Object.keys(comments).length > 0)
    return { ...document, canvas: { ...(isObject(before) ? before : {}), comments } }
  if (!isObject(before) || before['comments'] === undefined) return document
  const { comments: _gone, ...rest } = before
  if (Object.keys(rest).length > 0) return { ...document, canvas: rest }
  const { canvas: _empty, ...others } = document
  return others
}

type Visit = (place: string, value: Node, name: Node | null) => void

/** Each value of a document with its place, from the top. */
function walk(document: Document, visit: Visit): void {
  const go = (value: unknown, place: string, name: Node | null): void => {
    if (!isNode(value)) return
    visit(place, value, name)
    if (!isCollection(value)) return
    for (const [index, item] of value.items.entries()) {
      if (isPair(item)) {
        const part = isScalar(item.key) ? String(item.key.value) : ''
        go(item.value, below(place, part), isNode(item.key) ? item.key : null)
      } else go(item, placeOfItem(place, item, index), null)
    }
  }
  go(document.contents, DOCUMENT, null)
}

// A step keeps its comments wherever it is moved: its key is enough to find it.
function placeOfItem(list: string, item: unknown, index: number): string {
  const key = isMap(item) ? keyOf(item) : null
  const name = list.slice(list.lastIndexOf('/') + 1)
  if (key === null) return below(list, String(index))
  if (HELD.has(name)) return below('steps', key)
  return below(list, name === 'triggers' || name === 'branches' ? key : String(index))
}

function keyOf(map: YAMLMap): string | null {
  const key = map.get('key')
  return typeof key === 'string' && key !== '' ? key : null
}

function below(place: string, part: string): string {
  const name = part.replaceAll('~', '~0').replaceAll('/', '~1')
  return place === DOCUMENT ? name : `${place}/${name}`
}

function commentsIn(document: Document): JsonObject {
  const found: JsonObject = {}
  walk(document, (_place, value, name) => name !== null && giveToFirst(value))
  walk(document, (place, value, name) => {
    const comment = cleaned({
      above: place === DOCUMENT ? document.commentBefore : name?.commentBefore,
      before: value.commentBefore,
      after: joined(value.comment, place === DOCUMENT ? document.comment : null),
    })
    if (Object.keys(comment).length > 0) found[place] = comment
  })
  return found
}

// What is above the first of several was read as the comment of all: it belongs to the first and goes along with it.
function giveToFirst(value: Node): void {
  if (!isCollection(value) || !value.commentBefore) return
  const [first] = value.items
  const to = isPair(first) ? first.key : first
  if (!isNode(to)) return
  to.commentBefore = joined(value.commentBefore, to.commentBefore) ?? ''
  value.commentBefore = null
}

function joined(...texts: (string | null | undefined)[]): string | null {
  const there = texts.filter((text) => typeof text === 'string' && text !== '')
  return there.length === 0 ? null : there.join('\n')
}

function cleaned(parts: { [name: string]: string | null | undefined }): JsonObject {
  const there = Object.entries(parts).flatMap(([name, text]): [string, string][] =>
    typeof text === 'string' && text !== '' ? [[name, text]] : [],
  )
  return Object.fromEntries(there)
}

function write(document: Document, comments: JsonObject): void {
  walk(document, (place, value, name) => {
    const comment = comments[place]
    if (!isObject(comment)) return
    const { above, before, after } = comment
    if (typeof above === 'string') {
      if (place === DOCUMENT) document.commentBefore = above
      else if (name !== null) name.commentBefore = above
    }
    if (typeof before === 'string') value.commentBefore = before
    if (typeof after === 'string') value.comment = after
  })
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
