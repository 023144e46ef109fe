import type { WorkflowAction, WorkflowRule } from '@caseloom/contract/apps/workflow'
import { IconCheck } from '@tabler/icons-react'
import { type RefObject, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { RuleGlyph, VerbGlyph } from '../../../field-types/workflow/LogicGlyph.tsx'
import { actionText, actionWords } from '../../../field-types/workflow/rule-words.ts'
import type { CardBox } from '../../../field-types/workflow/card-layout.ts'
import { placeOf } from '../../../field-types/workflow/CardParts.tsx'
import classes from '../../../field-types/workflow/Cards.module.css'
import { useWorkflow } from './model/editor-context.ts'
import { useRuleDrag, useRuleDrop } from './rule-dragging.ts'
import { ruleTitle, subjectBefore } from './row-words.ts'
import { TakenCount, useTakenText } from './Taken.tsx'
import { useTreeItem } from './tree-item.ts'
import type { Entry } from './model/workflow-tree.ts'

interface RuleCardProps {
  rule: WorkflowRule
  box: CardBox
  path: readonly string[]
  entries: ReadonlyMap<string, Entry>
}

/** How a card is drawn: by the trial, by what is selected, found, disabled, or wrong. */
function useCardLook({ rule, path, entries }: RuleCardProps) {
  const { selected, marks, problemOf, found } = useWorkflow()
  const isOff = rule.off === true || path.some((id) => isOffItem(entries.get(id)))
  const isMatch = found === null || found.has(rule.id) || rule.actions.some(({ id }) => found.has(id))
  return {
    'data-state': marks.get(rule.id) ?? 'plain',
    'data-problem': problemOf(rule.id),
    'data-selected': selected === rule.id || undefined,
    'data-off': isOff || undefined,
    'data-faded': !isMatch || undefined,
  } as const
}

export function RuleCard(props: RuleCardProps) {
  const { rule, box, path } = props
  const { folded } = useWorkflow()
  const card = useRef<HTMLDivElement>(null)
  const head = useRef<HTMLDivElement>(null)
  const dragging = useRuleDrag(card, head, rule.id)
  const edge = useRuleDrop(card, rule.id, path)
  const look = useCardLook(props)
  // A stage is level 1; branches between are no level of their own.
  const level = path.length / 2 + 1
  return (
    <div
      ref={card}
      role="none"
      className={classes.card}
      style={placeOf(box)}
      {...look}
      data-dragging={dragging || undefined}
      data-edge={edge ?? undefined}
    >
      <CardHead {...props} head={head} level={level} isOff={look['data-off'] === true} />
      {!folded.has(rule.id) &&
        rule.actions.map((action) => (
          <ActionRow key={action.id} action={action} level={level + 1} state={look['data-state']} />
        ))}
    </div>
  )
}

interface CardHeadProps extends RuleCardProps {
  head: RefObject<HTMLDivElement | null>
  level: number
  isOff: boolean
}

function CardHead({ rule, path, entries, head, level, isOff }: CardHeadProps) {
  const { t } = useTranslation('workflow-editor')
  const { words, folded, marks, problemOf } = useWorkflow()
  const branch = entries.get(path.at(-1) ?? '')
  const subject = subjectBefore(branch?.kind === 'branch' ? branch.item : null, level)
  const isOpen = !folded.has(rule.id)
  const hasInside = rule.actions.length + rule.branches.length > 0
  const open = hasInside ? isOpen : undefined
  const taken = useTakenText(rule.id)
  const inside = open === false ? t('folded', { count: insideOf(rule) }) : ''
  const end = isOff ? t('off') : `${inside} ${taken}`.trim()
  const text = `${ruleTitle(words, rule)} ${end}`.trim()
  const item = useTreeItem(rule.id, { level, open, text })
  return (
    <div ref={head} className={classes.cardHead} {...item}>
      <RuleGlyph state={marks.get(rule.id) ?? 'plain'} problem={problemOf(rule.id)} />
      <span className={classes.cardTitle} title={ruleTitle(words, rule, subject)}>
        {ruleTitle(words, rule, subject)}
      </span>{' '}
      {isOff && <span className={classes.cardEnd}>{t('off')}</span>}
      {!isOff && open === false && <span className={classes.cardEnd}>{inside}</span>}{' '}
      {!isOff && <TakenCount rule={rule.id} />}
    </div>
  )
}

function isOffItem(entry: Entry | undefined): boolean {
  return entry !== undefined && entry.kind !== 'branch' && entry.item.off === true
}

function insideOf(rule: WorkflowRule): number {
  return rule.actions.length + rule.branches.reduce((sum, branch) => sum + branch.rules.length, 0)
}

interface ActionRowProps {
  action: WorkflowAction
  level: number
  state: string
}

function ActionRow({ action, level, state }: ActionRowProps) {
  const { words, selected, problemOf } = useWorkflow()
  const item = useTreeItem(action.id, { level, text: actionText(words, action) })
  const { verb, object, rest } = actionWords(words, action)
  return (
    <div
      className={classes.action}
      {...item}
      data-off={action.off || undefined}
      data-problem={problemOf(action.id)}
      data-selected={selected === action.id || undefined}
    >
      <VerbGlyph verb={action.do} />
      <span className={classes.actionText}>
        {verb} <strong>{object}</strong> {rest}
      </span>
      {state === 'fired' && action.off !== true && (
        <IconCheck className={classes.tick} size={14} stroke={1.8} aria-hidden />
      )}
    </div>
  )
}
