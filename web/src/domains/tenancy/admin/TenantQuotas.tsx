import type { QuotaView } from '@caseloom/contract/tenancy/quotas'
import { Anchor, Button, NumberInput, Progress } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAdminScope } from '../../../data/admin-scope.ts'
import { describeError } from '../../../data/describe-error.ts'
import { PanelSection } from '../../../ui/admin/DockPanel.tsx'
import settings from '../../../ui/admin/Settings.module.css'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { formatBytes, formatCount } from '../../../ui/time.ts'
import { changeQuota, quotasQuery } from './tenancy-admin.queries.ts'
import classes from './TenantQuotas.module.css'

const GB = 1_000_000_000
const isBytes = ({ name }: QuotaView) => name.endsWith('_bytes')
const shown = (quota: QuotaView, value: number) => (isBytes(quota) ? formatBytes(value) : formatCount(value))

const NEARLY_FULL = 0.8

/** Usage of each quota, then the loop limits. */
export function TenantQuotas({ tenantId }: { tenantId: string }) {
  const { t } = useTranslation('admin')
  const { accountId } = useAdminScope()
  const query = useQuery(quotasQuery({ accountId, managedTenantId: tenantId }))
  const failure = query.isError ? describeError(query.error) : null
  const items = query.data?.items ?? []
  const rows = (isUsed: boolean) =>
    items
      .filter(({ used }) => (used !== null) === isUsed)
      .map((quota) => <Quota key={quota.name} quota={quota} tenantId={tenantId} />)
  return (
    <>
      <PanelSection title={t('tenants.quotas.title')}>
        <ErrorSummary message={failure?.text} requestId={failure?.requestId} />
        {rows(true)}
      </PanelSection>
      {items.length > 0 && (
        <PanelSection title={t('tenants.quotas.loops')}>
          <p className={classes.note}>{t('tenants.quotas.loopsText')}</p>
          {rows(false)}
        </PanelSection>
      )}
    </>
  )
}

function Quota({ quota, tenantId }: { quota: QuotaView; tenantId: string }) {
  const { t } = useTranslation('admin')
  const [isEditing, setIsEditing] = useState(false)
  const { used } = quota
  const label = t(`tenants.quotas.names.${quota.name}`)
  const max = shown(quota, quota.max)
  const use = used === null ? max : t('tenants.quotas.use', { used: shown(quota, used), max })
  return (
    <div className={classes.quota}>
      <div className={classes.line}>
        <span>{label}</span>
        <span className={classes.use}>{use}</span>
        {quota.can.set && !isEditing && (
          <Anchor
            component="button"
            type="button"
            size="xs"
            aria-label={t('tenants.quotas.change', { name: label })}
            onClick={() => setIsEditing(true)}
          >
            {t('tenants.quotas.edit')}
          </Anchor>
        )}
      </div>
      {used !== null && <Share share={shareOf(used, quota.max)} label={`${label}: ${use}`} />}
      {isEditing && <QuotaForm quota={quota} tenantId={tenantId} onClose={() => setIsEditing(false)} />}
    </div>
  )
}

const shareOf = (used: number, max: number) => (max === 0 ? 1 : Math.min(1, used / max))

function Share({ share, label }: { share: number; label: string }) {
  const color = share < 1 ? 'orange' : 'red'
  return (
    <Progress value={share * 100} size={4} {...(share < NEARLY_FULL ? {} : { color })} aria-label={label} />
  )
}

function QuotaForm({
  quota,
  tenantId,
  onClose,
}: {
  quota: QuotaView
  tenantId: string
  onClose: () => void
}) {
  const { t } = useTranslation('admin')
  const { accountId } = useAdminScope()
  const client = useQueryClient()
  const unit = isBytes(quota) ? GB : 1
  const [value, setValue] = useState<number | string>(quota.max / unit)
  const place = { accountId, managedTenantId: tenantId }
  const mutation = useMutation({
    mutationFn: (max: number | null) => changeQuota({ ...place, quota: quota.name }, max),
    onSuccess: (answer) => {
      client.setQueryData(quotasQuery(place).queryKey, answer)
      onClose()
    },
  })
  const max = typeof value === 'number' ? Math.round(value * unit) : null
  return (
    <form
      className={settings.rowEnd}
      onSubmit={(event) => {
        event.preventDefault()
        if (max !== null) mutation.mutate(max)
      }}
    >
      <LimitInput quota={quota} value={value} mutation={mutation} setValue={setValue} />
      <Button type="submit" variant="filled" loading={mutation.isPending} disabled={max === null}>
        {t('tenants.quotas.save')}
      </Button>
      {quota.max !== quota.standard && (
        <Button onClick={() => mutation.mutate(null)}>{t('tenants.quotas.reset')}</Button>
      )}
      <Button variant="subtle" onClick={onClose}>
        {t('tenants.quotas.cancel')}
      </Button>
    </form>
  )
}

interface LimitInputProps {
  quota: {
    name:
      | 'chain_depth'
      | 'chain_repeats'
      | 'file_bytes'
      | 'loop_runs'
      | 'queued_bytes'
      | 'queued_runs'
      | 'sockets'
    used: number | null
    max: number
    standard: number
    highest: number | null
    can: { set: boolean }
  }
  value: string | number
  mutation: { isError: boolean; error: unknown; reset: () => void }
  setValue: (next: string | number) => void
}

function LimitInput({ quota, value, mutation, setValue }: LimitInputProps) {
  const { t } = useTranslation('admin')
  return (
    <NumberInput
      className={settings.grow}
      label={t(isBytes(quota) ? 'tenants.quotas.limitGb' : 'tenants.quotas.limit')}
      description={t('tenants.quotas.standard', { value: shown(quota, quota.standard) })}
      data-autofocus
      min={quota.highest === null ? 0 : 1}
      max={quota.highest ?? 1_000_000}
      allowNegative={false}
      allowDecimal={isBytes(quota)}
      decimalScale={isBytes(quota) ? 3 : 0}
      value={value}
      onChange={(next) => {
        mutation.reset()
        setValue(next)
      }}
      error={mutation.isError ? describeError(mutation.error).text : undefined}
    />
  )
}
