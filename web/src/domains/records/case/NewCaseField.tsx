import { fieldTraits } from '@caseloom/contract/field-types/field-kind'
import { defang } from '@caseloom/contract/values/observable-value'
import { Textarea } from '@mantine/core'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addTexts } from '../../../ui/text/i18n.ts'
import type { CaseFieldType } from '../../../field-types/values/case-text.ts'
import { foundIn } from './AddObservables.tsx'
import classes from './Case.module.css'
import { caseEn } from './case.en.ts'
import { HiddenObservables } from './HiddenObservables.tsx'
import { observableKey, useWarnings } from './useWarnings.ts'

addTexts('case', caseEn)

/** Observables named below the text; the rest is counted. */
const MAX_NAMED = 20

interface NewCaseFieldProps {
  field: CaseFieldType
  /** The items as JSON; empty for none. */
  onDraft: (draft: string) => void
  input: Record<string, unknown>
}

/** The initial tasks or observables of a new record, as plain text. */
export function NewCaseField(props: NewCaseFieldProps) {
  return fieldTraits(props.field).observables ? <NewObservables {...props} /> : <NewTasks {...props} />
}

function NewTasks({ onDraft, input }: NewCaseFieldProps) {
  const { t } = useTranslation('case')
  const [text, setText] = useState('')
  return (
    <PastedText
      input={input}
      placeholder={t('begin.tasks')}
      text={text}
      onText={(next) => {
        setText(next)
        const titles = next.split('\n').map((line) => line.trim())
        onDraft(draftOf(titles.filter((title) => title !== '').map((title) => ({ title }))))
      }}
    />
  )
}

function NewObservables({ field, onDraft, input }: NewCaseFieldProps) {
  const { t } = useTranslation('case')
  const [text, setText] = useState('')
  const [included, setIncluded] = useState<readonly string[]>([])
  const kinds = 'kinds' in field ? field.kinds : undefined
  const found = useMemo(() => foundIn(text, kinds), [text, kinds])
  const warned = useWarnings(found)
  const hidden = warned.hidden.filter((one) => !included.includes(observableKey(one)))
  const isHidden = new Set(hidden.map(observableKey))
  const chosen = found.filter((one) => !isHidden.has(observableKey(one)))
  const draft = draftOf(chosen.map(({ kind, value }) => ({ kind, value })))
  const given = useRef('')
  const give = useEffectEvent((next: string) => {
    if (next !== given.current) onDraft(next)
    given.current = next
  })
  // What the lists hide is known a moment after the text.
  useEffect(() => give(draft), [draft])
  const names = chosen.slice(0, MAX_NAMED).map(({ kind, value }) => defang(kind, value))
  const said =
    found.length === 0
      ? t('begin.nothing')
      : t('begin.found', { count: chosen.length, values: names.join(' · ') })
  return (
    <>
      <PastedText input={input} placeholder={t('begin.observables')} text={text} onText={setText} />
      <p className={classes.quiet} role="status">
        {text.trim() !== '' && said}
        {warned.isFailed && ` · ${t('warnings.failed')}`}
      </p>
      <HiddenObservables hidden={hidden} onAdd={(one) => setIncluded([...included, observableKey(one)])} />
    </>
  )
}

interface PastedTextProps extends Pick<NewCaseFieldProps, 'input'> {
  placeholder: string
  text: string
  onText: (text: string) => void
}

function PastedText({ input, placeholder, text, onText }: PastedTextProps) {
  return (
    <Textarea
      {...input}
      placeholder={placeholder}
      autosize
      minRows={3}
      maxRows={12}
      value={text}
      onChange={(event) => onText(event.currentTarget.value)}
    />
  )
}

function draftOf(items: readonly Record<string, unknown>[]): string {
  return items.length === 0 ? '' : JSON.stringify(items)
}
