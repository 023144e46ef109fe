import type { JsonValue } from '@caseloom/contract/kernel/json'
import { splitTemplate } from '@caseloom/playbook/template-text'
import classes from './Automation.module.css'

/** A step input as its author wrote it: expressions as pills, objects as nested lists. */
export function InputValue({ value }: { value: JsonValue }) {
  if (typeof value === 'string') return <TemplateText text={value} />
  if (value === null || typeof value !== 'object')
    return <code className={classes.literal}>{String(value)}</code>
  const entries: [string, JsonValue][] = Array.isArray(value)
    ? value.map((item, index) => [String(index + 1), item])
    : Object.entries(value)
  if (entries.length === 0)
    return <code className={classes.literal}>{Array.isArray(value) ? '[]' : '{}'}</code>
  return (
    <dl className={classes.nested}>
      {entries.map(([key, item]) => (
        <div key={key} className={classes.nestedRow}>
          <dt className={classes.factLabel}>{key}</dt>
          <dd>
            <InputValue value={item} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function TemplateText({ text }: { text: string }) {
  const pieces = piecesOf(text)
  const [only] = pieces
  if (pieces.length === 1 && only?.kind === 'expression') return <Expression source={only.source} />
  return (
    <span className={classes.template}>
      {pieces.map((piece, at) =>
        piece.kind === 'text' ? (
          <span key={at}>{piece.text}</span>
        ) : (
          <Expression key={at} source={piece.source} />
        ),
      )}
    </span>
  )
}

/** A pill for a plain path, colored by its source; code for anything longer. */
export function Expression({ source }: { source: string }) {
  const text = source.trim()
  const root = PATH.test(text) ? text.split('.')[0] : undefined
  if (root === undefined || !(root in HUES)) return <code className={classes.code}>{dedent(text)}</code>
  return (
    <code className={classes.pill} data-root={HUES[root]}>
      {root === 'steps' ? text.slice('steps.'.length) : text}
    </code>
  )
}

const PATH = /^[a-z]+(\.([A-Za-z_][\w]*|`[^`]+`))+$/
const HUES: Record<string, 'step' | 'trigger' | 'other'> = {
  steps: 'step',
  trigger: 'trigger',
  inputs: 'trigger',
  vars: 'other',
  run: 'other',
  tenant: 'other',
  record: 'other',
  item: 'step',
}

function piecesOf(text: string): { kind: 'text' | 'expression'; text: string; source: string }[] {
  try {
    return splitTemplate(text).map((piece) =>
      piece.kind === 'text'
        ? { kind: 'text', text: piece.text, source: '' }
        : { kind: 'expression', text: '', source: piece.source },
    )
  } catch {
    // A draft can contain an unclosed expression: show it as written.
    return [{ kind: 'text', text, source: '' }]
  }
}

/** Removes the indentation shared by all lines but the first. */
function dedent(text: string): string {
  const [first = '', ...rest] = text.split('\n')
  const indents = rest
    .filter((line) => line.trim() !== '')
    .map((line) => line.length - line.trimStart().length)
  const least = indents.length === 0 ? 0 : Math.min(...indents)
  return [first, ...rest.map((line) => line.slice(least))].join('\n')
}
