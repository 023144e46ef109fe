import type { AppView } from '@caseloom/contract/apps'
import type { Flip, Subject } from '@caseloom/workflow/explain'
import type { FormOutcome } from '@caseloom/workflow/form-context'
import { ActionIcon, CloseButton, Popover } from '@mantine/core'
import { IconCircleCheckFilled, IconCircleXFilled, IconHelpCircle } from '@tabler/icons-react'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePeople } from '../../../data/people.ts'
import { textOf } from '../../../field-types/parts/field-text.ts'
import { filterSubjects } from '../../../field-types/parts/filter-choices.ts'
import { labelOf, type Vocabulary, whenTitle } from '../../../field-types/workflow/rule-words.ts'
import { workflowEn } from '../../../field-types/workflow/workflow.en.ts'
import { addTexts } from '../../../ui/text/i18n.ts'
import classes from './Logic.module.css'
import { logicEn } from './logic.en.ts'
import { useLogic } from './logic-context.ts'
import { type WhyAnswer, type WhyAspect, type WhyTest, whyOf } from './why-of.ts'

addTexts('workflow', workflowEn)
addTexts('logic', logicEn)

/** The button that says why a field is as it is; also opened by `?` while the field has the focus. */
export function WhyField({ field }: { field: string }) {
  const { t } = useTranslation('logic')
  const logic = useLogic()
  if (logic?.outcome === null || logic === null) return null
  const { app, outcome, asked, ask } = logic
  const answer = whyOf(app, outcome, field)
  const isOpen = asked === field
  // A field that no rule is about has no reason to show, unless it is asked.
  if (answer.aspect === null && !isOpen) return null
  const label = app.fields.find(({ key }) => key === field)?.label ?? field
  return (
    <Popover
      opened={isOpen}
      onChange={(open) => ask(open ? field : null)}
      position="bottom-end"
      width={408}
      withArrow
      trapFocus
      returnFocus
      withinPortal
    >
      <Popover.Target>
        <ActionIcon
          className={classes.why ?? ''}
          size={24}
          aria-label={t('whyField', { field: label })}
          aria-expanded={isOpen}
          onClick={() => ask(isOpen ? null : field)}
        >
          <IconHelpCircle size={16} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label={t(`questions.${answer.aspect ?? 'none'}`)}>
        <Answer app={app} outcome={outcome} field={field} answer={answer} onClose={() => ask(null)} />
      </Popover.Dropdown>
    </Popover>
  )
}

function useWords(app: AppView): Vocabulary {
  const { t: field } = useTranslation('fields')
  const { t: say } = useTranslation('workflow')
  const people = usePeople()
  return useMemo(
    () => ({
      subjects: filterSubjects(app, field),
      layout: app.layout,
      people,
      role: (id) => id,
      button: (id) => id,
      field,
      say,
    }),
    [app, people, field, say],
  )
}

/** Searched once the reason is open; the search is loaded with the first one. */
function useFlips(outcome: FormOutcome, field: string, aspect: WhyAspect | null): readonly Flip[] {
  const [flips, setFlips] = useState<readonly Flip[]>([])
  useEffect(() => {
    if (aspect === null) return
    let isCurrent = true
    void import('@caseloom/workflow/explain').then(({ smallestFlips }) => {
      if (isCurrent) setFlips(smallestFlips(outcome, subjectOf(field, aspect)))
    })
    return () => {
      isCurrent = false
    }
  }, [outcome, field, aspect])
  return flips
}

function subjectOf(field: string, aspect: WhyAspect): Subject {
  const item = `field:${field}`
  switch (aspect) {
    case 'required':
    case 'optional':
      return { item, aspect: 'required' }
    case 'readOnly':
    case 'editable':
      return { item, aspect: 'readOnly' }
    case 'shown':
      return { item, aspect: 'visible' }
    case 'set':
      return { value: field }
    case 'options':
      return { options: field }
    default:
      return aspect satisfies never
  }
}

interface AnswerProps {
  app: AppView
  outcome: FormOutcome
  field: string
  answer: WhyAnswer
  onClose: () => void
}

function Answer({ app, outcome, field, answer, onClose }: AnswerProps) {
  const { t } = useTranslation('logic')
  const words = useWords(app)
  const { aspect, rules, stage, tests } = answer
  const flips = useFlips(outcome, field, aspect)
  const names = rules.map((rule) => rule.name ?? whenTitle(words, rule.when)).join(', ')
  return (
    <>
      <div className={classes.body}>
        <div className={classes.head}>
          <h2 className={classes.title}>{t(`questions.${aspect ?? 'none'}`)}</h2>
          <CloseButton size="sm" aria-label={t('close')} onClick={onClose} />
        </div>
        <p>{aspect === null ? t('itself') : t('because', { rule: names })}</p>
        {tests.length > 0 && (
          <div className={classes.operands}>
            {tests.map((one) => (
              <OperandRow key={`${one.operand.path} ${JSON.stringify(one.test)}`} words={words} one={one} />
            ))}
          </div>
        )}
        <Different app={app} words={words} aspect={aspect} flips={flips} />
      </div>
      {stage !== null && (
        <p className={classes.foot}>{t('version', { revision: app.revision, stage: stage.title })}</p>
      )}
    </>
  )
}

function OperandRow({ words, one: { test, operand } }: { words: Vocabulary; one: WhyTest }) {
  const { t } = useTranslation('logic')
  const [key = ''] = operand.reads
  const subject = words.subjects.find((field) => field.key === key)
  const value =
    'field' in test ? textOf(subject?.field, operand.actual, words.people) || words.say('rest.empty') : ''
  const Glyph = operand.holds ? IconCircleCheckFilled : IconCircleXFilled
  return (
    <div className={classes.operand}>
      <span>{whenTitle(words, test)}</span>
      <span title={value}>{value === '' ? labelOf(words, key) : value}</span>
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
  app: AppView
  words: Vocabulary
  aspect: WhyAspect | null
  flips: readonly Flip[]
}

/** The smallest changes of the record with which the field would be another. */
function Different({ app, words, aspect, flips }: DifferentProps) {
  const { t } = useTranslation('logic')
  if (flips.length === 0) return null
  const textOfChange = ({ field: key, to }: Flip['changes'][number]) => {
    const field = app.fields.find((one) => one.key === key)
    const value = textOf(field, to, words.people) || words.say('rest.empty')
    return t('were', { field: field?.label ?? key, value })
  }
  return (
    <div>
      <h3 className={classes.subtitle}>{t(`differentIf.${aspect ?? 'none'}`)}</h3>
      <ul className={classes.ifs}>
        {flips.map(({ changes }) => (
          <li key={JSON.stringify(changes)}>{changes.map(textOfChange).join(t('and'))}</li>
        ))}
      </ul>
    </div>
  )
}
