import { ActionIcon, Button, SegmentedControl, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TypedSelect } from '../../../../field-types/parts/TypedSelect.tsx'
import {
  bareSource,
  type ConditionLine,
  type Operator,
  OPERATORS,
  printCondition,
  readCondition,
  type SimpleCondition,
  isUnary,
  wrapped,
} from './conditions.ts'
import classes from './Condition.module.css'
import { useExpressionScope } from './expression-scope.ts'
import { FieldFrame, type FieldWords } from './FieldFrame.tsx'
import { flatNames } from '../../../../ui/expression/flat-names.ts'
import { Preview } from './Preview.tsx'
import { TemplateInput } from './TemplateInput.tsx'

interface ConditionFieldProps extends FieldWords {
  value: string | undefined
  onChange: (value: string | undefined) => void
  readOnly: boolean
  error: string | undefined
}

const BOOLEAN = { type: 'boolean' }

/** A condition as simple lines or as an expression; switchable while lines can express it. */
export function ConditionField(props: ConditionFieldProps) {
  const { value, onChange, readOnly, error } = props
  const { t } = useTranslation('panel')
  const source = value === undefined ? '' : bareSource(value)
  const simple = readCondition(source)
  const [asText, setAsText] = useState(simple === null)
  const tools = (
    <SegmentedControl
      size="xs"
      aria-label={t('condition.form', { field: props.label })}
      value={asText || simple === null ? 'text' : 'lines'}
      onChange={(next) => setAsText(next === 'text')}
      data={[
        { value: 'lines', label: t('condition.lines'), disabled: simple === null },
        { value: 'text', label: t('condition.text') },
      ]}
    />
  )
  if (asText || simple === null) {
    return (
      <div>
        <TemplateInput
          {...props}
          mode="expression"
          value={value ?? ''}
          error={error}
          schema={BOOLEAN}
          readOnly={readOnly}
          tools={tools}
          hint={t('condition.hint')}
          onChange={(next) => onChange(bareSource(next) === '' ? undefined : next)}
        />
        {simple === null && source !== '' && <p className={classes.note}>{t('condition.more')}</p>}
      </div>
    )
  }
  return (
    <LinesField
      props={props}
      tools={tools}
      value={value}
      simple={simple}
      readOnly={readOnly}
      onChange={onChange}
    />
  )
}

interface LinesProps {
  condition: SimpleCondition
  readOnly: boolean
  onChange: (condition: SimpleCondition) => void
}

function Lines({ condition, readOnly, onChange }: LinesProps) {
  const { names } = useExpressionScope()
  const { lines, join } = condition
  const values = flatNames(names).filter(({ type }) => type !== 'object')
  const paths = values.map(({ path }) => path)
  const known = [...new Set([...lines.map(({ left }) => left), ...paths])].filter((path) => path !== '')
  // Prefer a scalar with a sample value.
  const first =
    (values.find(({ sample, type }) => sample !== undefined && type !== 'list') ?? values[0])?.path ??
    'trigger'
  return (
    <>
      <ul className={classes.lines}>
        {lines.map((line, at) => (
          <Line
            key={at}
            at={at}
            line={line}
            paths={known}
            readOnly={readOnly}
            onChange={(next) => onChange({ join, lines: lines.with(at, next) })}
            onRemove={() => onChange({ join, lines: lines.toSpliced(at, 1) })}
          />
        ))}
      </ul>
      <JoinBar readOnly={readOnly} onChange={onChange} join={join} lines={lines} first={first} />
    </>
  )
}

interface JoinBarProps {
  readOnly: boolean
  onChange: (condition: SimpleCondition) => void
  join: 'and' | 'or'
  lines: readonly ConditionLine[]
  first: string
}

function JoinBar({ readOnly, onChange, join, lines, first }: JoinBarProps) {
  const { t } = useTranslation('panel')
  return (
    <div className={classes.join}>
      {!readOnly && (
        <Button
          variant="subtle"
          leftSection={<IconPlus size={14} stroke={1.7} aria-hidden />}
          onClick={() =>
            onChange({ join, lines: [...lines, { left: first, operator: '=', right: { literal: '' } }] })
          }
        >
          {t('condition.add')}
        </Button>
      )}
      {lines.length > 1 && (
        <SegmentedControl
          size="xs"
          aria-label={t('condition.join')}
          value={join}
          disabled={readOnly}
          onChange={(next) => onChange({ lines, join: next === 'or' ? 'or' : 'and' })}
          data={[
            { value: 'and', label: t('condition.all') },
            { value: 'or', label: t('condition.any') },
          ]}
        />
      )}
    </div>
  )
}

interface LineProps {
  at: number
  line: ConditionLine
  paths: readonly string[]
  readOnly: boolean
  onChange: (line: ConditionLine) => void
  onRemove: () => void
}

function Line({ at, line, paths, readOnly, onChange, onRemove }: LineProps) {
  const { t } = useTranslation('panel')
  const { left, operator, right } = line
  const [typed, setTyped] = useState<string | null>(null)
  const number = at + 1
  return (
    <li className={classes.line}>
      <TypedSelect
        label={t('condition.left', { number })}
        isLabelHidden
        data={paths.map((path) => ({ value: path, label: path }))}
        value={left}
        readOnly={readOnly}
        withinPortal
        onChange={(next) => onChange({ ...line, left: next })}
      />
      <TypedSelect
        label={t('condition.operator', { number })}
        isLabelHidden
        data={OPERATORS.map((one) => ({ value: one, label: t(`condition.operators.${one}`) }))}
        value={operator}
        readOnly={readOnly}
        withinPortal
        onChange={(next) => onChange(withOperator(line, next))}
      />
      {!readOnly && (
        <ActionIcon
          aria-label={t('condition.remove', { number })}
          title={t('condition.remove', { number })}
          onClick={onRemove}
        >
          <IconX size={14} stroke={1.7} aria-hidden />
        </ActionIcon>
      )}
      {!isUnary(operator) && (
        <TextInput
          className={classes.lineRight}
          aria-label={t('condition.right', { number })}
          placeholder={operator === 'in' ? t('condition.listHint') : t('condition.valueHint')}
          value={shownAsTyped(right, typed, operator)}
          readOnly={readOnly}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            onChange({ ...line, right: readRight(event.currentTarget.value, operator) })
          }}
        />
      )}
    </li>
  )
}

function withOperator(line: ConditionLine, next: string): ConditionLine {
  const { left, right } = line
  const operator = OPERATORS.find((one) => one === next)
  if (operator === undefined) return line
  if (isUnary(operator)) return { left, operator, right: null }
  if (operator === 'in') return { left, operator, right: { list: wordsOf(right) } }
  return { left, operator, right: right === null || 'list' in right ? { literal: '' } : right }
}

function wordsOf(right: ConditionLine['right']): (string | number | boolean | null)[] {
  return right !== null && 'literal' in right && right.literal !== '' ? [right.literal] : []
}

const PATH = /^(?:steps|trigger|inputs|item|vars|run|tenant)(?:\.(?:[A-Za-z_]\w*|`[^`]+`))+$/

function literalOf(text: string): string | number | boolean | null {
  if (text === 'true' || text === 'false') return text === 'true'
  if (text === 'null') return null
  return /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,10})?$/.test(text) ? Number(text) : text
}

/** The right side as typed while it means what is stored: `1.` on the way to `1.5`. */
function shownAsTyped(right: ConditionLine['right'], typed: string | null, operator: Operator): string {
  const means = typed === null ? null : JSON.stringify(readRight(typed, operator))
  return typed !== null && means === JSON.stringify(right) ? typed : shownRight(right)
}

/** Parses the right side: a path, a number, a boolean, or a text; quotes force a text. */
function readRight(text: string, operator: Operator): ConditionLine['right'] {
  if (operator === 'in') return { list: text.split(',').map((one) => literalOf(one.trimStart())) }
  if (PATH.test(text)) return { path: text }
  const quoted = /^"([^"]*)"$/.exec(text)
  return { literal: quoted?.[1] ?? literalOf(text) }
}

function shownRight(right: ConditionLine['right']): string {
  if (right === null) return ''
  if ('path' in right) return right.path
  if ('list' in right) return right.list.map(String).join(', ')
  const { literal } = right
  return typeof literal === 'string' && literalOf(literal) !== literal ? `"${literal}"` : String(literal)
}

interface LinesFieldProps {
  props: ConditionFieldProps
  tools: ReactNode
  value: string | undefined
  simple: SimpleCondition
  readOnly: boolean
  onChange: (value: string | undefined) => void
}

function LinesField({ props, tools, value, simple, readOnly, onChange }: LinesFieldProps) {
  return (
    <FieldFrame
      {...props}
      tools={tools}
      below={value === undefined ? undefined : <Preview value={value} schema={BOOLEAN} />}
    >
      {() => (
        <Lines
          condition={simple}
          readOnly={readOnly}
          onChange={(next) => onChange(next.lines.length === 0 ? undefined : wrapped(printCondition(next)))}
        />
      )}
    </FieldFrame>
  )
}
