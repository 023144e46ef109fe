import type { RecordView } from '@caseloom/contract/records/records'
import type { RouteReply } from '@caseloom/contract/kernel/route'
import type { listMerged } from '@caseloom/contract/records/merge'
import { Button } from '@mantine/core'
import { IconArrowMerge } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogActions } from '../../../ui/dialog/DialogActions.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { linkedTitle } from '../../../field-types/values/linked-draft.ts'
import { addTexts } from '../../../ui/text/i18n.ts'
import { DateTime } from '../../../ui/Times.tsx'
import { toast } from '../../../ui/toast.tsx'
import links from '../model/Links.module.css'
import promote from '../promote/Promote.module.css'
import classes from './Merge.module.css'
import { mergeEn } from './merge.en.ts'
import { mergedQuery, readAgain, unmerge } from './merge.queries.ts'

addTexts('merge', mergeEn)

type Merged = RouteReply<typeof listMerged>['items'][number]

export function MergedRecords({ record }: { record: RecordView }) {
  const { t } = useTranslation('merge')
  const { tenantId } = useTenantScope()
  const id = useId()
  const [asked, setAsked] = useState<Merged | null>(null)
  const query = useQuery(mergedQuery({ tenantId, appId: record.appId, recordId: record.id }))
  const items = query.data ?? []
  if (items.length === 0) return null
  return (
    <section className={links['group']} aria-labelledby={id}>
      <div className={links['tableHead']}>
        <IconArrowMerge size={16} stroke={1.6} aria-hidden />
        <h2 id={id} className={links['tableTitle']}>
          {t('merged')}
        </h2>
        <span className={links['count']}>{items.length}</span>
      </div>
      <ul className={links['list']}>
        {items.map((item) => (
          <li key={item.id} className={`${links['item']} ${classes['row']}`}>
            <span className={links['quiet']}>{item.trackingId}</span>
            <span className={classes['title']}>{linkedTitle(item)}</span>
            <span className={classes['when']}>
              <DateTime at={item.at} /> {t('by', { who: item.by.name })}
            </span>
            {record.can.update && (
              <Button
                variant="subtle"
                aria-label={t('apartOf', { id: item.trackingId })}
                onClick={() => setAsked(item)}
              >
                {t('apart')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {asked !== null && <TakeApart record={record} item={asked} onClose={() => setAsked(null)} />}
    </section>
  )
}

function TakeApart({ record, item, onClose }: { record: RecordView; item: Merged; onClose: () => void }) {
  const { t } = useTranslation('merge')
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  const mutation = useMutation({
    mutationFn: () => unmerge({ tenantId, appId: record.appId, recordId: record.id }, item.id),
    onSuccess: () => {
      toast({ kind: 'success', title: t('apartDone', { id: item.trackingId }) })
      readAgain(client, tenantId)
      onClose()
    },
  })
  const failure = mutation.isError ? describeError(mutation.error) : null
  return (
    <Dialog onClose={onClose} title={t('apartTitle', { id: item.trackingId })} size={420}>
      <p className={promote['text']}>{t('apartText')}</p>
      <ErrorSummary message={failure?.text} requestId={failure?.requestId} />
      <DialogActions
        onCancel={onClose}
        confirm={t('apart')}
        onConfirm={() => mutation.mutate()}
        loading={mutation.isPending}
        focus="cancel"
        apart
      />
    </Dialog>
  )
}
