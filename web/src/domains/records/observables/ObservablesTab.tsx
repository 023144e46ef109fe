import type { AppView } from '@caseloom/contract/apps/apps'
import type { RecordView } from '@caseloom/contract/records/records'
import { Select } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addTexts } from '../../../ui/text/i18n.ts'
import { observablesFields } from '../case/observables-fields.ts'
import { verdictsEn } from '../verdicts/verdicts.en.ts'
import { enrichEn } from './enrich.en.ts'
import { observableListsEn } from './lists.en.ts'
import { observablePageEn } from './page.en.ts'
import { observablesEn } from './observables.en.ts'
import { ObservableList } from './ObservableList.tsx'

addTexts('observables', observablesEn)
addTexts('observable', observablePageEn)
addTexts('enrich', enrichEn)
addTexts('observableLists', observableListsEn)
addTexts('verdicts', verdictsEn)

/** The observables of a record, one field at a time. */
export function ObservablesTab({ app, record }: { app: AppView; record: RecordView }) {
  const { t } = useTranslation('observables')
  const fields = observablesFields(app, record)
  const [chosen, choose] = useState<string | null>(null)
  const field = fields.find(({ key }) => key === chosen) ?? fields[0]
  if (field === undefined) return null
  const select = fields.length > 1 && (
    <Select
      aria-label={t('field')}
      w={160}
      allowDeselect={false}
      data={fields.map(({ key, label }) => ({ value: key, label }))}
      value={field.key}
      onChange={choose}
    />
  )
  return <ObservableList key={field.key} {...{ app, record, field, select }} />
}
