import type { AppView } from '@caseloom/contract/apps/apps'
import type { RecordView } from '@caseloom/contract/records/records'
import { Button, Radio } from '@mantine/core'
import { IconArrowMerge } from '@tabler/icons-react'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { useMay, useTenantScope } from '../../../data/scope.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogActions } from '../../../ui/dialog/DialogActions.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { addTexts } from '../../../ui/text/i18n.ts'
import { titleOf } from '../list/list-columns.tsx'
import promote from '../promote/Promote.module.css'
import { recordQuery } from '../model/records.queries.ts'
import { mergeEn } from './merge.en.ts'
import { useMerge } from './useMerge.ts'

addTexts('merge', mergeEn)

const MOST = 20

interface MergeSelectedProps {
  app: AppView
  records: readonly string[]
  onDone: () => void
}

export function MergeSelected({ app, records, onDone }: MergeSelectedProps) {
  const { t } = useTranslation('merge')
  const mayUpdate = useMay('record:update')
  const [open, setOpen] = useState(false)
  if (!mayUpdate || records.length < 2 || records.length > MOST) return null
  return (
    <>
      <Button
        variant="subtle"
        leftSection={<IconArrowMerge size={14} stroke={1.7} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('button')}
      </Button>
      {open && <ChooseOne app={app} records={records} onClose={() => setOpen(false)} onDone={onDone} />}
    </>
  )
}

function ChooseOne({ app, records, onClose, onDone }: MergeSelectedProps & { onClose: () => void }) {
  const { t } = useTranslation('merge')
  const { tenantId } = useTenantScope()
  const queries = useQueries({ queries: records.map((id) => recordQuery(tenantId, app.id, id)) })
  const all = queries.flatMap(({ data }) => data ?? []).sort(byAge)
  const broken = queries.find((query) => query.isError)?.error
  const [picked, setPicked] = useState<string | null>(null)
  const { mutate, isPending, failure } = useMerge(app, () => {
    onDone()
    onClose()
  })
  const complete = all.length === records.length
  // With some of the records, another one would be chosen until the oldest has arrived.
  const into = complete ? (picked ?? all[0]?.id ?? null) : null
  const fault =
    failure?.text ?? (broken === undefined ? undefined : `${t('loadFailed')}. ${describeError(broken).text}`)
  return (
    <Dialog onClose={onClose} title={t('title', { count: records.length })} size={520}>
      <form
        className={promote['form']}
        onSubmit={(event) => {
          event.preventDefault()
          if (into !== null) mutate({ into, records: records.filter((id) => id !== into) })
        }}
      >
        <p className={promote['text']}>{t('textMany')}</p>
        <ErrorSummary message={fault} requestId={failure?.requestId} />
        <Radio.Group label={t('stays')} value={into} onChange={setPicked}>
          <div className={promote['choices']}>
            {(complete ? all : []).map((record) => (
              <Radio
                key={record.id}
                value={String(record.id)}
                label={`${record.trackingId} ${titleOf(app, record)}`}
              />
            ))}
          </div>
        </Radio.Group>
        <DialogActions onCancel={onClose} confirm={t('confirm')} loading={isPending} disabled={!complete} />
      </form>
    </Dialog>
  )
}

/** The oldest first: it is the best known. */
function byAge(a: RecordView, b: RecordView): number {
  return a.createdAt < b.createdAt ? -1 : 1
}
