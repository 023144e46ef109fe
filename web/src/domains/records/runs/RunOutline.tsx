import type { WorkflowAction } from '@caseloom/contract/apps/workflow'
import type { WorkflowRunView } from '@caseloom/contract/apps/workflow-runs'
import { SegmentedControl } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RuleGlyph, VerbGlyph } from '../../../field-types/workflow/LogicGlyph.tsx'
import type { LogicRow } from '../../../field-types/workflow/logic-tree.ts'
import { LogicCards } from '../../../field-types/workflow/LogicCards.tsx'
import { LogicOutline } from '../../../field-types/workflow/LogicOutline.tsx'
import {
  actionText,
  actionWords,
  labelOf,
  operandWords,
  type Vocabulary,
  valueWords,
} from '../../../field-types/workflow/rule-words.ts'
import type { Say } from '../../../field-types/field-type.ts'
import { ASPECTS } from './aspects.ts'
import type { Comparison } from './useComparison.ts'
import { actionOutcome, firedInStage } from './run-outcomes.ts'
import {
  actionThen,
  type Effect,
  operandsRead,
  type RunRow,
  type RunWords,
  ruleTitle,
  runRows,
} from './run-rows.ts'
import classes from './Runs.module.css'

interface RunOutlineProps {
  run: WorkflowRunView
  words: Vocabulary
  selected: string | null
  onSelect: (id: string) => void
  comparison: Comparison
}

/** The tree with the taken way, the values that conditions read, and what actions changed. */
export function RunOutline({ run, words, selected, onSelect, comparison }: RunOutlineProps) {
  const { t } = useTranslation('workflow-runs')
  const [shown, setShown] = useState<'all' | 'taken'>('all')
  const [shape, setShape] = useState<'outline' | 'cards'>('outline')
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const rows = unfolded(runRows(run, shown === 'taken'), folded).map((row) =>
    row.kind === 'stage'
      ? stageRow(row, { run, words, t, open: !folded.has(row.id) })
      : withOther(logicRow(run, row, { words, t }), comparison, t),
  )
  const onFold = (id: string) => {
    const next = new Set(folded)
    if (!next.delete(id)) next.add(id)
    setFolded(next)
  }
  const tree = { label: t('tree'), rows, selected, onSelect, onFold }
  return (
    <section className={classes.middle} aria-label={t('tree')}>
      <header className={classes.columnHead}>
        <h2>{t('tree')}</h2>
        <span className={classes.switches}>
          <SegmentedControl
            aria-label={t('shape')}
            data={(['outline', 'cards'] as const).map((one) => ({ value: one, label: t(`shapes.${one}`) }))}
            value={shape}
            onChange={(next) => setShape(next === 'cards' ? next : 'outline')}
          />
          <SegmentedControl
            aria-label={t('shown')}
            data={(['all', 'taken'] as const).map((one) => ({ value: one, label: t(`showing.${one}`) }))}
            value={shown}
            onChange={(next) => setShown(next === 'taken' ? next : 'all')}
          />
        </span>
      </header>
      {rows.length === 0 && <p className={classes.quiet}>{t('none')}</p>}
      {rows.length > 0 && shape === 'outline' && <LogicOutline {...tree} columns />}
      {rows.length > 0 && shape === 'cards' && (
        <div className={classes.cards}>
          <LogicCards
            {...tree}
            stages={run.workflow.stages}
            subject={(field) => (field === undefined ? t('anyField') : labelOf(words, field))}
          />
        </div>
      )}
    </section>
  )
}

/** How the row came out in what the run is compared with, where it differs. */
function withOther(row: LogicRow, { other, differences }: Comparison, t: Say): LogicRow {
  const there = differences?.rules.get(row.id)
  if (other === null || there === undefined) return row
  return {
    ...row,
    outcome: (
      <>
        {row.outcome}{' '}
        <em className={classes.there}>{t('there', { name: other.name, value: t(`outcomes.${there}`) })}</em>
      </>
    ),
  }
}

/** The rows without those inside of folded stages. */
function unfolded(rows: readonly RunRow[], folded: ReadonlySet<string>): RunRow[] {
  let isOpen = true
  return rows.filter((row) => {
    const isShown = row.kind === 'stage' || isOpen
    if (row.kind === 'stage') isOpen = !folded.has(row.id)
    return isShown
  })
}

interface StageWords {
  run: WorkflowRunView
  words: Vocabulary
  t: Say
  open: boolean
}

/** A stage with its place, its occasions, and how many of its rules applied. */
function stageRow(
  { id, level, item }: Extract<RunRow, { kind: 'stage' }>,
  { run, words, t, open }: StageWords,
): LogicRow {
  const n = run.workflow.stages.findIndex((stage) => stage.id === id) + 1
  const title = t('stageName', { n, title: item.title })
  const fired = firedInStage(item, run)
  const outcome = fired === null ? t('outcomes.not_run') : t('fired', fired)
  return {
    id,
    level,
    kind: 'stage',
    glyph: null,
    label: title,
    text: t('rowText', { title, outcome }),
    open,
    value: item.on.map((one) => words.say(`occasions.${one}`)).join(', '),
    outcome,
  }
}

function logicRow(
  run: WorkflowRunView,
  row: Exclude<RunRow, { kind: 'stage' }>,
  { words, t }: RunWords,
): LogicRow {
  const { id, level, kind } = row
  const outcome = row.run?.outcome ?? 'not_run'
  const fired = outcome === 'true'
  if (row.kind === 'rule') {
    const title = ruleTitle(row.item, outcome, { words, t })
    const [read] = operandsRead(row.item, row.run)
    return {
      id,
      level,
      kind,
      fired,
      glyph:
        outcome === 'hidden' ? (
          <IconLock className={classes.lock} size={14} stroke={1.7} aria-hidden />
        ) : (
          <RuleGlyph state={fired ? 'fired' : 'idle'} />
        ),
      label: title,
      text: t('rowText', { title, outcome: t(`outcomes.${outcome}`) }),
      value: read === undefined ? '' : operandWords(words, read.test, read.operand.actual),
      outcome: t(`outcomes.${outcome}`),
    }
  }
  const action = actionThen(row.item, run, words)
  const { verb, object, rest } = actionWords(words, action)
  const how = actionOutcome(row, run)
  return {
    id,
    level,
    kind,
    glyph: <VerbGlyph verb={row.item.do} />,
    label: (
      <>
        {verb} <strong>{object}</strong> {rest}
      </>
    ),
    text: t('rowText', { title: actionText(words, action), outcome: t(`outcomes.${how}`) }),
    value: actionValue(row, run, { words, t }),
    outcome: t(`outcomes.${how}`),
  }
}

function actionValue(
  { item, effect }: Extract<RunRow, { kind: 'action' }>,
  { expiredAt }: WorkflowRunView,
  { words, t }: RunWords,
): string {
  if (item.do === 'message') return t(`levels.${item.level}`)
  return effect === null || expiredAt !== null ? '' : effectText(effect, item.do, { words, t })
}

/** What an action changed: "optional → required"; nothing for messages, limited options, and clocks. */
export function effectText(
  { item, before, after }: Effect,
  verb: WorkflowAction['do'],
  { words, t }: RunWords,
): string {
  const isSet = verb === 'set' || verb === 'default'
  if (ASPECTS[verb] === undefined && !isSet) return ''
  const say = (value: Effect['before']) => stateText(item, value, verb, { words, t })
  return t('change', { before: say(before), after: say(after) })
}

/** One state of an item that a verb decides: "required", or a value. */
export function stateText(
  item: string,
  value: Effect['before'],
  verb: WorkflowAction['do'],
  { words, t }: RunWords,
): string {
  const aspect = ASPECTS[verb]
  if (aspect === undefined) return valueWords(words, item.replace(/^field:/, ''), value) || t('empty')
  return value === null ? t('before') : t(`states.${aspect}.${value === true ? 'yes' : 'no'}`)
}
