import type { Field } from '@caseloom/contract/fields'
import { defang } from '@caseloom/contract/observable-value'
import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addTexts } from '../../../ui/text/i18n.ts'
import type { CaseFieldType } from '../../../ui/fields/case-text.ts'
import { foundIn } from './AddObservables.tsx'
import classes from './Case.module.css'
import { caseEn } from './case.en.ts'

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
export function NewCaseField({ field, onDraft, input }: NewCaseFieldProps) {
  const { t } = useTranslation('case')
  const [text, setText] = useState('')
  const found = field.type === 'observables' ? foundIn(text, field.kinds) : []
  const names = found.slice(0, MAX_NAMED).map(({ kind, value }) => defang(kind, value))
  const isEmpty = text.trim() === ''
  return (
    <>
      <Textarea
        {...input}
        placeholder={t(field.type === 'tasks' ? 'begin.tasks' : 'begin.observables')}
        autosize
        minRows={3}
        maxRows={12}
        value={text}
        onChange={(event) => {
          const next = event.currentTarget.value
          setText(next)
          const items = itemsOf(field, next)
          onDraft(items.length === 0 ? '' : JSON.stringify(items))
        }}
      />
      {field.type === 'observables' && (
        <p className={classes.quiet} role="status">
          {!isEmpty &&
            (found.length === 0
              ? t('begin.nothing')
              : t('begin.found', { count: found.length, values: names.join(' · ') }))}
        </p>
      )}
    </>
  )
}

function itemsOf(field: Field, text: string): Record<string, unknown>[] {
  if (field.type === 'observables')
    return foundIn(text, field.kinds).map(({ kind, value }) => ({ kind, value }))
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((title) => ({ title }))
}
