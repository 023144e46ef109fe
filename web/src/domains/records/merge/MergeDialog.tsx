import type { AppView } from '@caseloom/contract/apps/apps'
import { MAX_MERGED } from '@caseloom/contract/records/merge'
import type { RecordView } from '@caseloom/contract/records/records'
import { MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTenantScope } from '../../../data/scope.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogActions } from '../../../ui/dialog/DialogActions.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { addTexts } from '../../../ui/text/i18n.ts'
import { titleOf } from '../list/list-columns.tsx'
import promote from '../promote/Promote.module.css'
import { mergeEn } from './merge.en.ts'
import { candidatesQuery } from './merge.queries.ts'
import { useMerge } from './useMerge.ts'

addTexts('merge', mergeEn)

interface MergeDialogProps {
  app: AppView
  record: RecordView
  onClose: () => void
}

export function MergeDialog({ app, record, onClose }: MergeDialogProps) {
  const { t } = useTranslation('merge')
  const { tenantId } = useTenantScope()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<{ value: string; label: string }[]>([])
  const [wanted] = useDebouncedValue(text.trim(), 200)
  const found = useQuery(candidatesQuery({ tenantId, appId: app.id }, wanted))
  const { mutate, isPending, failure } = useMerge(app, onClose)
  const names = (found.data ?? [])
    .filter((one) => one.id !== record.id)
    .map((one) => ({ value: String(one.id), label: `${one.trackingId} ${titleOf(app, one)}` }))
  const data = [...chosen, ...names.filter((one) => !chosen.some(({ value }) => value === one.value))]
  const shown = new Set(names.map(({ value }) => value))
  return (
    <Dialog onClose={onClose} title={t('titleInto', { id: record.trackingId })} size={520}>
      <form
        className={promote['form']}
        onSubmit={(event) => {
          event.preventDefault()
          const records = chosen.map(({ value }) => value)
          if (records.length > 0) mutate({ into: record.id, records })
        }}
      >
        <p className={promote['text']}>{t('text')}</p>
        <ErrorSummary message={failure?.text} requestId={failure?.requestId} />
        <RecordsToMerge
          chosen={chosen}
          found={found}
          shown={shown}
          data={data}
          setChosen={setChosen}
          text={text}
          setText={setText}
        />
        <DialogActions
          onCancel={onClose}
          confirm={t('confirm')}
          loading={isPending}
          disabled={chosen.length === 0}
        />
      </form>
    </Dialog>
  )
}

interface RecordsToMergeProps {
  chosen: { value: string; label: string }[]
  found: { isFetching: boolean }
  shown: Set<string>
  data: { value: string; label: string }[]
  setChosen: (next: { value: string; label: string }[]) => void
  text: string
  setText: (next: string) => void
}

function RecordsToMerge({ chosen, found, shown, data, setChosen, text, setText }: RecordsToMergeProps) {
  const { t } = useTranslation('merge')
  return (
    <MultiSelect
      label={t('find')}
      placeholder={chosen.length === 0 ? t('findHint') : ''}
      searchable
      data-autofocus
      maxValues={MAX_MERGED}
      hidePickedOptions
      nothingFoundMessage={found.isFetching ? t('looking') : t('nothing')}
      // The server has already filtered; earlier selections are still known by name.
      filter={({ options }) => options.filter((one) => 'value' in one && shown.has(one.value))}
      data={data}
      value={chosen.map(({ value }) => value)}
      onChange={(ids) => setChosen(data.filter(({ value }) => ids.includes(value)))}
      searchValue={text}
      onSearchChange={setText}
    />
  )
}
