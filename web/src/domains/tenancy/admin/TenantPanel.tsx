import type { ManagedTenant } from '@caseloom/contract/tenancy/tenancy-admin'
import { Button, Switch } from '@mantine/core'
import { IconBuilding, IconDownload, IconExternalLink } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAdminScope } from '../../../data/admin-scope.ts'
import { describeError } from '../../../data/describe-error.ts'
import { paths } from '../../../data/paths.ts'
import { sessionQuery } from '../../../data/session.ts'
import { DockPanel, FactList, PanelSection } from '../../../ui/admin/DockPanel.tsx'
import { Notice } from '../../../ui/admin/Settings.tsx'
import classes from '../../../ui/admin/Settings.module.css'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { State } from '../../../ui/glyphs/State.tsx'
import { DateTime } from '../../../ui/Times.tsx'
import { formatCount } from '../../../ui/time.ts'
import { toast } from '../../../ui/toast.tsx'
import { ZoneSelect } from '../../../ui/ZoneSelect.tsx'
import { changeTenant, downloadTenant, refreshTenants } from './tenancy-admin.queries.ts'
import { RenameForm } from './RenameForm.tsx'
import { type TenantAct, TenantActDialog } from './TenantActDialog.tsx'
import { TenantQuotas } from './TenantQuotas.tsx'
import { TENANT_STATES } from './tenant-states.ts'

export function TenantPanel({ tenant, onClose }: { tenant: ManagedTenant; onClose: () => void }) {
  const { t } = useTranslation('admin')
  const { accountId } = useAdminScope()
  const session = useQuery(sessionQuery).data
  const [act, setAct] = useState<TenantAct | null>(null)
  const mayEnter = session?.tenants.some(({ id }) => id === tenant.id) === true
  const isClosed = tenant.status === 'deleting'
  return (
    <DockPanel
      title={tenant.name}
      subtitle={t(`tenants.statuses.${tenant.status}`)}
      glyph={<IconBuilding size={20} stroke={1.6} aria-hidden color="var(--cl-text-tertiary)" />}
      onClose={onClose}
      footer={
        <>
          {isClosed && <Button onClick={() => setAct('restore')}>{t('tenants.restore')}</Button>}
          {tenant.status === 'suspended' && (
            <Button onClick={() => setAct('reopen')}>{t('tenants.reopen')}</Button>
          )}
          {tenant.status === 'active' && (
            <Button onClick={() => setAct('suspend')}>{t('tenants.suspend')}</Button>
          )}
          {!isClosed && <Button onClick={() => setAct('remove')}>{t('tenants.remove')}</Button>}
        </>
      }
    >
      {isClosed && tenant.deleteAt !== null && (
        <Notice kind="warning">
          {t('tenants.gone')} <DateTime at={tenant.deleteAt} />
        </Notice>
      )}
      {!isClosed && <TenantName tenant={tenant} />}
      <AboutTenant tenant={tenant} />
      {!isClosed && <TenantQuotas tenantId={tenant.id} />}
      {!isClosed && <TenantZone tenant={tenant} />}
      {!isClosed && <PrivateNetworks tenant={tenant} mayChange={session?.user.superAdministrator === true} />}
      <EnterTenant mayEnter={mayEnter} tenant={tenant} accountId={accountId} isClosed={isClosed} />
      {act !== null && <TenantActDialog act={act} tenant={tenant} onClose={() => setAct(null)} />}
    </DockPanel>
  )
}

function TenantName({ tenant }: { tenant: ManagedTenant }) {
  const { t } = useTranslation('admin')
  const { accountId } = useAdminScope()
  const client = useQueryClient()
  return (
    <RenameForm
      name={tenant.name}
      label={t('tenants.name')}
      confirm={t('tenants.saveName')}
      rename={(name) => changeTenant({ accountId, managedTenantId: tenant.id }, { name })}
      onRenamed={() => refreshTenants(client, accountId)}
    />
  )
}

function TenantZone({ tenant }: { tenant: ManagedTenant }) {
  const { t } = useTranslation('admin')
  const { accountId } = useAdminScope()
  const client = useQueryClient()
  const mutation = useMutation({
    mutationFn: (timeZone: string) => changeTenant({ accountId, managedTenantId: tenant.id }, { timeZone }),
    onSuccess: () => refreshTenants(client, accountId),
  })
  return (
    <ZoneSelect
      label={t('tenants.zone')}
      description={t('tenants.zoneText')}
      value={mutation.isPending ? mutation.variables : tenant.timeZone}
      disabled={mutation.isPending}
      error={mutation.isError ? describeError(mutation.error).text : undefined}
      onChange={(zone) => zone !== null && zone !== tenant.timeZone && mutation.mutate(zone)}
    />
  )
}

function ExportButton({ tenant }: { tenant: ManagedTenant }) {
  const { t } = useTranslation('admin')
  const { accountId } = useAdminScope()
  const { name } = tenant
  const mutation = useMutation({
    mutationFn: () => downloadTenant({ accountId, managedTenantId: tenant.id }, name),
    onSuccess: () => toast({ kind: 'success', title: t('tenants.exported', { name }) }),
  })
  const failure = mutation.isError ? describeError(mutation.error) : null
  return (
    <>
      <Button
        leftSection={<IconDownload size={14} stroke={1.7} aria-hidden />}
        loading={mutation.isPending}
        onClick={() => mutation.mutate()}
      >
        {t('tenants.export')}
      </Button>
      {mutation.isPending && <p className={classes.quiet}>{t('tenants.exporting', { name })}</p>}
      <ErrorSummary message={failure?.text} requestId={failure?.requestId} />
    </>
  )
}

/** Only a super administrator lets a tenant's playbooks into the installation's network. */
function PrivateNetworks({ tenant, mayChange }: { tenant: ManagedTenant; mayChange: boolean }) {
  const { t } = useTranslation('admin')
  const { accountId } = useAdminScope()
  const client = useQueryClient()
  const mutation = useMutation({
    mutationFn: (privateNetworks: boolean) =>
      changeTenant({ accountId, managedTenantId: tenant.id }, { privateNetworks }),
    onSuccess: () => refreshTenants(client, accountId),
  })
  return (
    <PanelSection title={t('tenants.networks')}>
      <Switch
        label={t('tenants.privateNetworks')}
        description={t(mayChange ? 'tenants.privateNetworksText' : 'tenants.privateNetworksBySuper')}
        checked={mutation.isPending ? mutation.variables : tenant.privateNetworks}
        disabled={!mayChange || mutation.isPending}
        error={mutation.isError ? describeError(mutation.error).text : undefined}
        onChange={(event) => mutation.mutate(event.currentTarget.checked)}
      />
    </PanelSection>
  )
}

function AboutTenant({ tenant }: { tenant: ManagedTenant }) {
  const { t } = useTranslation('admin')
  return (
    <PanelSection title={t('tenants.about')}>
      <FactList
        facts={[
          [
            t('tenants.facts.status'),
            <State key="status" state={TENANT_STATES[tenant.status]}>
              {t(`tenants.statuses.${tenant.status}`)}
            </State>,
          ],
          [t('tenants.facts.apps'), formatCount(tenant.apps)],
          [t('tenants.facts.users'), formatCount(tenant.users)],
          [t('tenants.facts.created'), <DateTime key="created" at={tenant.createdAt} />],
          [
            t('tenants.facts.id'),
            <code key="id" className={classes.mono}>
              {tenant.id}
            </code>,
          ],
        ]}
      />
    </PanelSection>
  )
}

interface EnterTenantProps {
  mayEnter: boolean
  tenant: ManagedTenant
  accountId: string
  isClosed: boolean
}

function EnterTenant({ mayEnter, tenant, accountId, isClosed }: EnterTenantProps) {
  const { t } = useTranslation('admin')
  return (
    <div className={classes.row}>
      {mayEnter && tenant.status === 'active' && (
        <Button
          component={Link}
          to={paths.tenant({ accountId, tenantId: tenant.id })}
          leftSection={<IconExternalLink size={14} stroke={1.7} aria-hidden />}
        >
          {t('tenants.open')}
        </Button>
      )}
      {!isClosed && <ExportButton tenant={tenant} />}
    </div>
  )
}
