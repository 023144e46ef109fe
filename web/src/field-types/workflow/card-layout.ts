import type { WorkflowBranch, WorkflowRule, WorkflowStage } from '@caseloom/contract/apps/workflow'

/** Where the cards of a stage are drawn, in pixels from its top left corner. */
export interface CardBox {
  id: string
  kind: 'subject' | 'rule'
  x: number
  y: number
  width: number
  height: number
}

export interface CardEdge {
  /** The rule that it leads to. */
  to: string
  path: string
}

export interface StageLayout {
  cards: CardBox[]
  edges: CardEdge[]
  width: number
  height: number
}

const PADDING = 12
const SUBJECT = { width: 180, height: 44 }
const RULE_WIDTHS = [332, 350] as const
const SUBJECT_GAP = 36
const RULE_GAP = 48
const BETWEEN = 16
const HEADER = 34
const ROW = 26
/** Above this number of cards, stages open folded. */
export const MANY_CARDS = 400

interface Column {
  x: number
  width: number
}

function columnOf(depth: number): Column {
  let x = PADDING + SUBJECT.width + SUBJECT_GAP
  for (let at = 0; at < depth; at += 1) x += widthAt(at) + RULE_GAP
  return { x, width: widthAt(depth) }
}

function widthAt(depth: number): number {
  return depth === 0 ? RULE_WIDTHS[0] : RULE_WIDTHS[1]
}

function cardHeight(rule: WorkflowRule, isFolded: boolean): number {
  return HEADER + 2 + (isFolded ? 0 : rule.actions.length * ROW)
}

export function layoutStage(stage: WorkflowStage, folded: ReadonlySet<string>): StageLayout {
  const cards: CardBox[] = []
  const edges: CardEdge[] = []
  let y = PADDING
  for (const branch of stage.branches) {
    const start = y
    const rules = placeRules({ branch, depth: 0, y, folded, cards, edges })
    const middle = (rules.first + rules.last) / 2
    const subjectY = Math.max(start, middle - SUBJECT.height / 2)
    cards.push({ id: branch.id, kind: 'subject', x: PADDING, y: subjectY, ...SUBJECT })
    const from = { x: PADDING + SUBJECT.width, y: subjectY + SUBJECT.height / 2 }
    for (const { id, head } of rules.heads)
      edges.push({ to: id, path: elbow(from, { x: columnOf(0).x, y: head }) })
    y = Math.max(rules.end, subjectY + SUBJECT.height) + BETWEEN
  }
  const width = Math.max(...cards.map((card) => card.x + card.width), columnOf(1).x + widthAt(1)) + PADDING
  return { cards, edges, width, height: Math.max(y - BETWEEN + PADDING, PADDING * 2) }
}

interface Placing {
  branch: WorkflowBranch
  depth: number
  y: number
  folded: ReadonlySet<string>
  cards: CardBox[]
  edges: CardEdge[]
}

interface Placed {
  end: number
  /** Middle of the first and the last header. */
  first: number
  last: number
  heads: { id: string; head: number }[]
}

/** Nested rules begin at the height of their rule, one column further. */
function placeRules({ branch, depth, y: start, folded, cards, edges }: Placing): Placed {
  const { x, width } = columnOf(depth)
  const heads: Placed['heads'] = []
  let y = start
  let end = start
  for (const rule of branch.rules) {
    const isFolded = folded.has(rule.id)
    const height = cardHeight(rule, isFolded)
    const head = y + HEADER / 2 + 1
    heads.push({ id: rule.id, head })
    cards.push({ id: rule.id, kind: 'rule', x, y, width, height })
    end = y + height
    let inner = y
    for (const nested of isFolded ? [] : rule.branches) {
      const placed = placeRules({ branch: nested, depth: depth + 1, y: inner, folded, cards, edges })
      for (const one of placed.heads)
        edges.push({
          to: one.id,
          path: elbow({ x: x + width, y: head }, { x: columnOf(depth + 1).x, y: one.head }),
        })
      end = Math.max(end, placed.end)
      inner = placed.end + BETWEEN / 2
    }
    y = end + BETWEEN
  }
  return { end, first: heads[0]?.head ?? start, last: heads.at(-1)?.head ?? start, heads }
}

const RADIUS = 8

/** A line with two round corners, from the right of one card to the left of another. */
function elbow(from: { x: number; y: number }, to: { x: number; y: number }): string {
  const x = from.x + (to.x - from.x) / 2
  const rise = to.y - from.y
  if (Math.abs(rise) < 2) return `M${from.x} ${from.y}H${to.x}`
  const r = Math.min(RADIUS, Math.abs(rise) / 2)
  const way = Math.sign(rise)
  return `M${from.x} ${from.y}H${x - r}Q${x} ${from.y} ${x} ${from.y + way * r}V${to.y - way * r}Q${x} ${to.y} ${x + r} ${to.y}H${to.x}`
}
