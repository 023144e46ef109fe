import type { QuotaUse } from '@caseloom/contract/quotas'
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
const isBytes = ({ name }: QuotaUse) => name.endsWith('_bytes')
const shown = (quota: QuotaUse, value: number) => (isBytes(quota) ? formatBytes(value) : formatCount(value))

const NEARLY_FULL = 0.8

/** Super administrators change the limits. */
export function TenantQuotas({ tenantId, mayChange }: { tenantId: string; mayChange: boolean }) {
  const { t } = useTranslation('admin')
  const { accountId } = useAdminScope()
  const query = useQuery(quotasQuery({ accountId, managedTenantId: tenantId }))
  const failure = query.isError ? describeError(query.error) : null
  return (
    <PanelSection title={t('tenants.quotas.title')}>
      <ErrorSummary message={failure?.text} requestId={failure?.requestId} />
      {query.data?.items.map((quota) => (
        <Quota key={quota.name} quota={quota} tenantId={tenantId} mayChange={mayChange} />
      ))}
    </PanelSection>
  )
}

function Quota({ quota, tenantId, mayChange }: { quota: QuotaUse; tenantId: string; mayChange: boolean }) {
  const { t } = useTranslation('admin')
  const [isEditing, setIsEditing] = useState(false)
  const share = quota.max === 0 ? 1 : Math.min(1, quota.used / quota.max)
  const label = t(`tenants.quotas.names.${quota.name}`)
  const use = t('tenants.quotas.use', { used: shown(quota, quota.used), max: shown(quota, quota.max) })
  return (
    <div className={classes.quota}>
      <div className={classes.line}>
        <span>{label}</span>
        <span className={classes.use}>{use}</span>
        {mayChange && !isEditing && (
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
      <Progress
        value={share * 100}
        size={4}
        {...(share < NEARLY_FULL ? {} : { color: share < 1 ? 'orange' : 'red' })}
        aria-label={`${label}: ${use}`}
      />
      {isEditing && <QuotaForm quota={quota} tenantId={tenantId} onClose={() => setIsEditing(false)} />}
    </div>
  )
}

function QuotaForm({ quota, tenantId, onClose }: { quota: QuotaUse; tenantId: string; onClose: () => void }) {
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
      <NumberInput
        className={settings.grow}
        label={t(isBytes(quota) ? 'tenants.quotas.limitGb' : 'tenants.quotas.limit')}
        description={t('tenants.quotas.standard', { value: shown(quota, quota.standard) })}
        data-autofocus
        min={0}
        max={1_000_000}
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
