import type { XmlElement } from './xml-tree.rules.ts'

export class XmlError extends Error {}

export interface XmlLimits {
  /** Bytes, elements and levels; documents of people who sign in are far smaller. */
  bytes: number
  elements: number
  depth: number
  comments: boolean
}
export const ANSWER_LIMITS: XmlLimits = { bytes: 400_000, elements: 5000, depth: 30, comments: false }
export const METADATA_LIMITS: XmlLimits = { bytes: 500_000, elements: 20_000, depth: 30, comments: true }

/**
 * Refuses, on the text itself and in time linear in its length, what no sign-in needs and every attack on XML does:
 * document types, entities of one's own, processing instructions, CDATA, and (unless allowed) comments.
 */
export function screenXml(text: string, limits: XmlLimits): void {
  if (Buffer.byteLength(text) > limits.bytes) throw new XmlError('The document is too large')
  const body = text.replace(/^\uFEFF?\s*<\?xml[^<>?]{0,200}\?>/, '')
  if (body.includes('<?')) throw new XmlError('The document contains a processing instruction')
  const marked = limits.comments ? /<!(?!--)/ : /<!/
  if (marked.test(body)) throw new XmlError('The document contains a document type, CDATA, or a comment')
  if (/&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});)/i.test(body))
    throw new XmlError('The document contains an unknown entity')
  checkTags(body, limits)
}

const TAG =
  /<(\/?)([\p{L}_][\p{L}\p{N}_.:-]*)((?:\s+[\p{L}_][\p{L}\p{N}_.:-]*\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/uy

/** The parser is lenient, slowly so: tags that do not close, match or quote never reach it. */
function checkTags(body: string, limits: XmlLimits): void {
  const open: string[] = []
  let elements = 0
  for (let at = body.indexOf('<'); at !== -1; at = body.indexOf('<', at)) {
    if (body.startsWith('<!--', at)) {
      const end = body.indexOf('-->', at + 4)
      if (end === -1) throw new XmlError('The document isn’t well-formed XML')
      at = end + 3
      continue
    }
    TAG.lastIndex = at
    const [tag, closes, name = '', , empty] = TAG.exec(body) ?? []
    if (tag === undefined || (closes === '/' && open.pop() !== name))
      throw new XmlError('The document isn’t well-formed XML')
    if (closes !== '/') elements += 1
    if (closes !== '/' && empty !== '/') open.push(name)
    if (elements > limits.elements) throw new XmlError('The document has too many elements')
    if (open.length > limits.depth) throw new XmlError('The document is nested too deeply')
    at += tag.length
  }
  if (open.length > 0) throw new XmlError('The document isn’t well-formed XML')
  if (body.split('=').length > limits.elements * 8) throw new XmlError('The document has too many attributes')
}

/** Reads a screened document by the parser that also checks its signatures, so that both see the same. */
export async function readXml(text: string, limits: XmlLimits): Promise<XmlElement> {
  screenXml(text, limits)
  const root = rootOf(await parseDom(text))
  if (root === null) throw new XmlError('The document has no element')
  return plain(root)
}

/** What we look at of the parser's nodes (DOM Level 2). */
interface DomNode {
  nodeType: number
  namespaceURI?: string | null
  localName?: string | null
  nodeName: string
  nodeValue: string | null
  attributes?: ArrayLike<{ name: string; value: string }>
  childNodes?: ArrayLike<DomNode>
}
const [ELEMENT, TEXT, COMMENT] = [1, 3, 8]

async function parseDom(text: string): Promise<DomNode> {
  const { parseDomFromString } = await import('@node-saml/node-saml/lib/xml.js')
  try {
    // The library's types name the browser's DOM, which the server's compiler does not know.
    return (await parseDomFromString(text)) as unknown as DomNode
  } catch (error) {
    throw new XmlError('The document isn’t well-formed XML', { cause: error })
  }
}

function rootOf(document: DomNode): DomNode | null {
  const elements = Array.from(document.childNodes ?? []).filter((node) => node.nodeType === ELEMENT)
  if (elements.length > 1) throw new XmlError('The document has more than one root')
  return elements[0] ?? null
}

/** Safe to recurse: the depth is bounded before the parser sees the document. */
function plain(node: DomNode): XmlElement {
  const inside = Array.from(node.childNodes ?? [])
  const strange = inside.find(({ nodeType }) => ![ELEMENT, TEXT, COMMENT].includes(nodeType))
  if (strange !== undefined)
    throw new XmlError('The document contains something other than elements and text')
  return {
    namespace: node.namespaceURI ?? '',
    name: node.localName ?? node.nodeName,
    attributes: Array.from(node.attributes ?? []).map(({ name, value }) => ({ name, value })),
    children: inside.filter(({ nodeType }) => nodeType === ELEMENT).map(plain),
    text: inside.map((child) => (child.nodeType === TEXT ? (child.nodeValue ?? '') : '')).join(''),
  }
}
