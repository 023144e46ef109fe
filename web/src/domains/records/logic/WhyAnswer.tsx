import type { AppView } from '@caseloom/contract/apps/apps'
import type { FormOutcome } from '@caseloom/workflow/form-context'
import type { Flip } from '@caseloom/workflow/smallest-flips'
import { Button, CloseButton } from '@mantine/core'
import { IconArrowUpRight, IconCircleCheckFilled, IconCircleXFilled, IconLock } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { linkedChangeWords } from '../../../field-types/workflow/linked-change-words.ts'
import {
  labelOf,
  operandWords,
  type Vocabulary,
  valueWords,
  whenTitle,
} from '../../../field-types/workflow/rule-words.ts'
import { workflowRunsQuery } from '../runs/runs.queries.ts'
import { useRunWords } from '../runs/useRunWords.ts'
import classes from './Logic.module.css'
import type { LogicReading } from './logic-context.ts'
import { split, subjectOf, type WhyAnswer as Answer, type WhyAspect, whyOf, type WhyTest } from './why-of.ts'

interface WhyAnswerProps {
  item: string
  aspect: WhyAspect | null
  /** All that rules decided about the item. */
  aspects: readonly WhyAspect[]
  logic: LogicReading & { outcome: FormOutcome }
}

/** One sentence, what its conditions read, and what would have to be different. */
export function WhyAnswer({ item, aspect, aspects, logic }: WhyAnswerProps) {
  const { t } = useTranslation('logic')
  const { app, wrote, ask } = logic
  const [, key] = split(item)
  const outcome = aspect === 'set' ? (wrote.get(key) ?? logic.outcome) : logic.outcome
  const words = useRunWords(app)
  const answer = useMemo(() => whyOf(app, outcome, item, aspect), [app, outcome, item, aspect])
  const flips = useFlips(outcome, item, answer)
  const others = aspects.filter((one) => one !== aspect)
  return (
    <>
      <div className={classes.body}>
        <div className={classes.head}>
          <h2 className={classes.title}>{t(`questions.${aspect ?? 'none'}`)}</h2>
          <CloseButton size="sm" aria-label={t('close')} onClick={() => ask(null)} />
        </div>
        <Sentence app={app} item={item} answer={answer} words={words} />
        <Operands answer={answer} words={words} />
        <Different words={words} aspect={aspect} flips={flips} />
        {others.length > 0 && (
          <div className={classes.others}>
            <h3 className={classes.subtitle}>{t('also')}</h3>
            {others.map((one) => (
              <button
                key={one}
                type="button"
                className={classes.other}
                onClick={() => ask({ item, aspect: one })}
              >
                {t(`questions.${one}`)}
              </button>
            ))}
          </div>
        )}
      </div>
      <Foot logic={logic} answer={answer} />
    </>
  )
}

interface SentenceProps {
  app: AppView
  item: string
  answer: Answer
  words: Vocabulary
}

function Sentence({ app, item, answer, words }: SentenceProps) {
  const { t } = useTranslation('logic')
  const { aspect, rules, without, isUnreadable } = answer
  if (aspect === null) return <Itself app={app} item={item} />
  if (isUnreadable) return <p>{t('unreadable')}</p>
  const rule = rules
    .map((one) => one.name ?? (one.when === undefined ? t('elseRule') : whenTitle(words, one.when)))
    .join(words.say('when.and'))
  if (!without) return <p>{t('because', { rule })}</p>
  return <p>{t(aspect === 'shown' ? 'unless' : 'onlyIf', { rule })}</p>
}

function Itself({ app, item }: { app: AppView; item: string }) {
  const { t } = useTranslation('logic')
  const scope = useTenantScope()
  const [kind, key] = split(item)
  const field = kind === 'field' ? app.fields.find((one) => one.key === key) : undefined
  const how =
    field === undefined ? 'other' : field.required ? 'required' : field.readOnly ? 'readOnly' : 'field'
  return (
    <p>
      {t(`itself.${how}`)}{' '}
      {app.can.build && (
        <Link className={classes.link} to={paths.appBuilder(scope, app.id)}>
          {t('openBuilder')}
        </Link>
      )}
    </p>
  )
}

/** Searched once the reason is open; the search is loaded with the first one. */
function useFlips(outcome: FormOutcome, item: string, { aspect, isUnreadable }: Answer): readonly Flip[] {
  const [flips, setFlips] = useState<readonly Flip[]>([])
  useEffect(() => {
    if (aspect === null || isUnreadable) return
    let isCurrent = true
    void import('@caseloom/workflow/smallest-flips').then(({ smallestFlips }) => {
      if (isCurrent) setFlips(smallestFlips(outcome, subjectOf(item, aspect, outcome)))
    })
    return () => {
      isCurrent = false
    }
  }, [outcome, item, aspect, isUnreadable])
  return flips
}

function Operands({ answer, words }: { answer: Answer; words: Vocabulary }) {
  const { t } = useTranslation('logic')
  const { tests, isUnreadable } = answer
  if (tests.length === 0 && !isUnreadable) return null
  return (
    <div className={classes.operands}>
      {tests.map((one) => (
        <OperandRow key={`${one.operand.path} ${JSON.stringify(one.test)}`} words={words} one={one} />
      ))}
      {isUnreadable && (
        <div className={classes.operand}>
          <span className={classes.locked}>
            <IconLock size={14} stroke={1.7} aria-hidden /> {t('hiddenOperand')}
          </span>
          <span>{t('cannotRead')}</span>
        </div>
      )}
    </div>
  )
}

function OperandRow({ words, one: { test, operand } }: { words: Vocabulary; one: WhyTest }) {
  const { t } = useTranslation('logic')
  const [key = ''] = operand.reads
  const empty = 'field' in test ? words.say('rest.empty') : ''
  const value = operandWords(words, test, operand.actual) || empty
  const Glyph = operand.holds ? IconCircleCheckFilled : IconCircleXFilled
  return (
    <div className={classes.operand}>
      <span>{whenTitle(words, test)}</span>
      <span>{value === '' ? labelOf(words, key) : value}</span>
      <Glyph
        size={15}
        data-holds={operand.holds}
        aria-label={t(operand.holds ? 'holds' : 'fails')}
        role="img"
      />
    </div>
  )
}

interface DifferentProps {
  words: Vocabulary
  aspect: WhyAspect | null
  flips: readonly Flip[]
}

/** The smallest changes of the record with which the item would be another. */
function Different({ words, aspect, flips }: DifferentProps) {
  const { t } = useTranslation('logic')
  if (flips.length === 0) return null
  const textOfChange = ({ field: key, to }: Flip['changes'][number]) => {
    const value = valueWords(words, key, to) || words.say('rest.empty')
    return t('were', { field: labelOf(words, key), value })
  }
  return (
    <div>
      <h3 className={classes.subtitle}>{t(`differentIf.${aspect ?? 'none'}`)}</h3>
      <ul className={classes.ifs}>
        {flips.map(({ changes, linked }) => (
          <li key={JSON.stringify([changes, linked])}>
            {[
              ...changes.map(textOfChange),
              ...linked.map((change) => linkedChangeWords(words, change, 'were')),
            ].join(t('and'))}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The version of the rules, and the latest saved evaluation of the record, at the rule that decided. */
function Foot({ logic, answer: { stage, rules } }: { logic: LogicReading; answer: Answer }) {
  const { t } = useTranslation('logic')
  const scope = useTenantScope()
  const { app, recordId } = logic
  const place = { tenantId: scope.tenantId, appId: app.id, recordId: recordId ?? '' }
  const runs = useInfiniteQuery({ ...workflowRunsQuery(place), enabled: recordId !== null && stage !== null })
  const newest = runs.data?.pages[0]?.items[0]
  if (stage === null) return null
  return (
    <div className={classes.foot}>
      <span>{t('version', { revision: app.revision, stage: stage.title })}</span>
      {recordId !== null && newest !== undefined && (
        <Button
          component={Link}
          size="xs"
          rightSection={<IconArrowUpRight size={14} stroke={1.7} aria-hidden />}
          to={paths.workflowRun(scope, recordId, newest)}
          hash={rules.at(-1)?.id ?? ''}
        >
          {t('openSequence', { sequence: newest.sequence })}
        </Button>
      )}
    </div>
  )
}
