import type { AppView, Promotion } from '@caseloom/contract/apps/apps'
import { promoteRecords } from '@caseloom/contract/records/promote'
import { RecordId } from '@caseloom/contract/kernel/ids'
import { Radio, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { appsQuery } from '../../../data/apps.ts'
import { call } from '../../../data/call.ts'
import { describeError } from '../../../data/describe-error.ts'
import { keys } from '../../../data/keys.ts'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogActions } from '../../../ui/dialog/DialogActions.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { addTexts } from '../../../ui/text/i18n.ts'
import { toast } from '../../../ui/toast.tsx'
import { linkableQuery } from '../model/links.queries.ts'
import { promoteEn } from './promote.en.ts'
import classes from './Promote.module.css'

addTexts('promote', promoteEn)

interface PromoteDialogProps {
  app: AppView
  promotion: Promotion
  records: readonly string[]
  onClose: () => void
  onDone?: () => void
}

function useTarget(app: AppView, { link }: Promotion): AppView | undefined {
  const { tenantId } = useTenantScope()
  const apps = useQuery(appsQuery(tenantId)).data
  const field = app.fields.find(({ key }) => key === link)
  return field !== undefined && 'app' in field ? apps?.find(({ id }) => id === field.app) : undefined
}

export function PromoteDialog({ app, promotion, records, onClose, onDone }: PromoteDialogProps) {
  const { t } = useTranslation('promote')
  const scope = useTenantScope()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [isNew, setIsNew] = useState(true)
  const [text, setText] = useState('')
  const [into, setInto] = useState<string | null>(null)
  // One key per dialog: a retry after a broken connection does nothing twice.
  const [operationKey] = useState(() => crypto.randomUUID())
  const [wanted] = useDebouncedValue(text, 200)
  const place = { tenantId: scope.tenantId, appId: app.id }
  const other = useTarget(app, promotion)
  const filled = (other?.fields ?? [])
    .filter(({ key }) => (isNew ? promotion.copy : promotion.combine)?.[key] !== undefined)
    .map(({ label }) => label)
    .join(', ')
  const found = useQuery({ ...linkableQuery(place, promotion.link, wanted), enabled: !isNew })
  const mutation = useMutation({
    mutationFn: () =>
      call(promoteRecords, {
        params: place,
        body: {
          promotion: promotion.key,
          records: records.map((id) => RecordId.parse(id)),
          operationKey,
          ...(isNew || into === null ? {} : { into: RecordId.parse(into) }),
        },
      }),
    onSuccess: ({ record, promoted, failed }) => {
      void client.invalidateQueries({ queryKey: keys.kind(scope.tenantId, 'records') })
      // The record page opens with what is already known.
      client.setQueryData(keys.one(scope.tenantId, 'records', record.id), record)
      toast({
        kind: failed.length === 0 ? 'success' : 'error',
        title: t('done', { count: promoted, into: record.trackingId }),
        ...(failed.length === 0 ? {} : { text: t('failed', { count: failed.length }) }),
      })
      onDone?.()
      onClose()
      void navigate({ to: paths.record(scope, record.appId, record.id) })
    },
  })
  const failure = mutation.isError ? describeError(mutation.error) : null
  return (
    <Dialog onClose={onClose} title={promotion.label} size={460}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (isNew || into !== null) mutation.mutate()
        }}
      >
        <ErrorSummary message={failure?.text} requestId={failure?.requestId} />
        <Radio.Group
          label={other?.name ?? promotion.label}
          value={isNew ? 'new' : 'known'}
          onChange={(value) => setIsNew(value === 'new')}
        >
          <div className={classes.choices}>
            <Radio value="new" label={t('new')} />
            <Radio value="known" label={t('known')} />
          </div>
        </Radio.Group>
        {!isNew && (
          <Select
            label={t('find')}
            searchable
            autoFocus
            nothingFoundMessage={found.isFetching ? t('looking') : t('nothing')}
            // The server has already filtered.
            filter={({ options }) => options}
            data={(found.data ?? []).map(({ id, trackingId, title }) => ({
              value: String(id),
              label: `${trackingId} ${title}`,
            }))}
            value={into}
            onChange={setInto}
            searchValue={text}
            onSearchChange={setText}
          />
        )}
        <p className={classes.text}>
          {t('text', { count: records.length })}
          {filled !== '' && ` ${t(isNew ? 'begins' : 'joins', { fields: filled })}`}
        </p>
        <DialogActions
          onCancel={onClose}
          confirm={promotion.label}
          loading={mutation.isPending}
          disabled={!isNew && into === null}
        />
      </form>
    </Dialog>
  )
}
