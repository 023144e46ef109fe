import type { CanvasNode } from '@caseloom/contract/content/canvas'
import { type Hue, hueOf } from './hues.ts'
import type { Picture, PlacedEdge, PlacedNode } from './picture.ts'

interface Drawing {
  title: string
  /** Names of the columns above them. */
  headings: Record<string, string>
  /** Of a node: the line under its name. */
  detailOf(node: CanvasNode): string
  /** A color of the present theme: `surface`, `text`, `blue-soft`… */
  color(token: string): string
}

const HEAD = 48
const CHARACTERS = 22

/** The picture as a file that any program shows, with a title. */
export function svgOf(picture: Picture, drawing: Drawing): string {
  const { color } = drawing
  const [width, height] = [picture.width, picture.height + HEAD]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="Inter, system-ui, sans-serif">`,
    `<title>${escaped(drawing.title)}</title>`,
    `<rect width="${width}" height="${height}" fill="${color('canvas')}"/>`,
    `<text x="24" y="32" font-size="16" font-weight="600" fill="${color('text')}">${escaped(drawing.title)}</text>`,
    `<g transform="translate(0 ${HEAD})">`,
    ...picture.headings.map(
      ({ column, x }) =>
        `<text x="${x}" y="36" font-size="11" fill="${color('text-secondary')}">${escaped(drawing.headings[column] ?? '')}</text>`,
    ),
    ...picture.edges.map((edge) => edgeOf(edge, drawing)),
    ...picture.nodes.map((node) => nodeOf(node, drawing)),
    '</g></svg>',
  ].join('\n')
}

function edgeOf({ edge, path, middle }: PlacedEdge, { color }: Drawing): string {
  const failed = edge.activity?.failed ?? 0
  const stroke = color(failed > 0 ? 'red-solid' : 'border-control')
  const line = `<path d="${path}" fill="none" stroke="${stroke}" stroke-width="1.25"/>`
  const figure = failed > 0 ? `${failed} ×` : (edge.activity?.runs ?? 0) > 0 ? `${edge.activity?.runs}` : ''
  if (figure === '') return line
  const fill = color(failed > 0 ? 'red-text' : 'text')
  const width = 12 + figure.length * 7
  return `${line}<rect x="${middle.x - width / 2}" y="${middle.y - 8}" width="${width}" height="16" rx="4" fill="${color('raised')}" stroke="${stroke}"/><text x="${middle.x}" y="${middle.y + 4}" font-size="11" text-anchor="middle" fill="${fill}">${figure}</text>`
}

function nodeOf({ node, x, y, width, height }: PlacedNode, { color, detailOf }: Drawing): string {
  const hue: Hue = hueOf(node)
  const isMissing = node.state === 'missing'
  const radius = node.kind === 'trigger' ? height / 2 : 9
  const border = color(isMissing ? 'red-solid' : 'border-strong')
  return [
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${color('raised')}" stroke="${border}"${isMissing ? ' stroke-dasharray="4 3"' : ''}/>`,
    `<rect x="${x + 8}" y="${y + (height - 26) / 2}" width="26" height="26" rx="7" fill="${color(`${hue}-soft`)}"/>`,
    `<text x="${x + 42}" y="${y + height / 2 - 2}" font-size="12" font-weight="600" fill="${color('text')}">${escaped(cut(node.name))}</text>`,
    `<text x="${x + 42}" y="${y + height / 2 + 13}" font-size="11" fill="${color('text-secondary')}">${escaped(cut(detailOf(node)))}</text>`,
  ].join('')
}

function cut(text: string): string {
  return text.length > CHARACTERS ? `${text.slice(0, CHARACTERS - 1)}…` : text
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Names may hold anything; what XML can't hold is left out. */
function escaped(text: string): string {
  return text
    .replaceAll(/[&<>"]/g, (each) => ENTITIES[each] ?? each)
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
}
