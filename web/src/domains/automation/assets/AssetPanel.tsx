import type { AssetView } from '@caseloom/contract/automation/assets'
import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { ConfirmDialog } from '../../../ui/admin/ConfirmDialog.tsx'
import { DockPanel, FactList, PanelSection } from '../../../ui/admin/DockPanel.tsx'
import { TimeAgo } from '../../../ui/Times.tsx'
import { toast } from '../../../ui/toast.tsx'
import { AssetDialog } from './AssetDialog.tsx'
import { markText } from './AssetLimits.tsx'
import classes from './Assets.module.css'
import { assetUsesQuery, beginConnection, refreshAssets, removeAsset, tryAsset } from './assets.queries.ts'

export function AssetPanel({ asset, onClose }: { asset: AssetView; onClose: () => void }) {
  const { t } = useTranslation('assets')
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  const [open, setOpen] = useState<'edit' | 'remove' | null>(null)
  const testing = useMutation({
    mutationFn: () => tryAsset(tenantId, asset.id),
    onSettled: () => refreshAssets(client, tenantId),
  })
  const connecting = useMutation({
    mutationFn: () => beginConnection(tenantId, asset.id),
    // The provider's page redirects back here.
    onSuccess: ({ url }) => location.assign(url),
  })
  const footer = asset.can.manage && (
    <>
      <ConnectButton asset={asset} connecting={connecting} />
      <Button loading={testing.isPending} onClick={() => testing.mutate()}>
        {t('asset.test')}
      </Button>
      <Button onClick={() => setOpen('edit')}>{t('asset.edit')}</Button>
      <Button variant="subtle" color="red" onClick={() => setOpen('remove')}>
        {t('asset.remove')}
      </Button>
    </>
  )
  return (
    <DockPanel title={asset.name} subtitle={asset.connector.title} footer={footer} onClose={onClose}>
      <Outcome asset={asset} tested={testing.data} failed={connecting.error ?? testing.error} />
      <Facts asset={asset} />
      <Uses asset={asset} />
      {open === 'edit' && (
        <AssetDialog asset={asset} onDone={() => setOpen(null)} onClose={() => setOpen(null)} />
      )}
      {open === 'remove' && <RemoveAsset asset={asset} onDone={onClose} onClose={() => setOpen(null)} />}
    </DockPanel>
  )
}

interface OutcomeProps {
  asset: AssetView
  tested: Awaited<ReturnType<typeof tryAsset>> | undefined
  failed: Error | null
}

/** What a test found, or what is missing. */
function Outcome({ asset, tested, failed }: OutcomeProps) {
  const { t } = useTranslation('assets')
  return (
    <div role="status">
      {asset.state === 'needsSecret' && (
        <p className={classes.result} data-ok={false}>
          {t('asset.secretNeeded')}
        </p>
      )}
      {tested !== undefined && (
        <p className={classes.result} data-ok={tested.ok}>
          {tested.ok
            ? t('asset.works', { message: tested.message, took: tested.tookMs })
            : t('asset.fails', { message: tested.message })}
        </p>
      )}
      {failed !== null && (
        <p className={classes.result} data-ok={false}>
          {describeError(failed).text}
        </p>
      )}
    </div>
  )
}

interface ConnectButtonProps {
  asset: AssetView
  connecting: { isPending: boolean; mutate: () => void }
}

function ConnectButton({ asset, connecting }: ConnectButtonProps) {
  const { t } = useTranslation('assets')
  if (asset.auth !== 'oauth2AuthorizationCode') return null
  return (
    <Button
      variant={asset.state === 'unconnected' ? 'filled' : 'default'}
      loading={connecting.isPending}
      onClick={() => connecting.mutate()}
    >
      {t(asset.state === 'unconnected' ? 'asset.connect' : 'asset.reconnect')}
    </Button>
  )
}

interface RemoveAssetProps {
  asset: AssetView
  onDone: () => void
  onClose: () => void
}

function RemoveAsset({ asset, onDone, onClose }: RemoveAssetProps) {
  const { t } = useTranslation('assets')
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  return (
    <ConfirmDialog
      title={t('asset.removeTitle', { name: asset.name })}
      text={t('asset.removeText')}
      confirm={t('asset.removeConfirm', { name: asset.name })}
      danger
      run={() => removeAsset(tenantId, asset.id)}
      onDone={() => {
        refreshAssets(client, tenantId)
        toast({ kind: 'success', title: t('asset.removed', { name: asset.name }) })
        onDone()
      }}
      onClose={onClose}
      describe={describeError}
    />
  )
}

function Facts({ asset }: { asset: AssetView }) {
  const { t } = useTranslation('assets')
  const base = asset.settings['baseUrl'] ?? asset.settings['smtpHost']
  const limits = [
    ...(asset.maxTlp === null ? [] : [markText('tlp', asset.maxTlp)]),
    ...(asset.maxPap === null ? [] : [markText('pap', asset.maxPap)]),
  ].join(', ')
  const secrets = asset.secrets.map((name) => t(`secrets.${name as 'token'}`)) // one of these texts
  return (
    <PanelSection title={t('asset.facts')}>
      <FactList
        facts={[
          [t('assets.key'), asset.key],
          ...(asset.description === null ? [] : [[t('asset.description'), asset.description] as const]),
          ...(typeof base === 'string' ? [[t('asset.base'), base] as const] : []),
          [t('assets.auth'), t(`kinds.${asset.auth}`)],
          [
            t('asset.secretsSet'),
            secrets.length === 0 ? t('asset.noSecret') : t('asset.secretSet', { names: secrets.join(', ') }),
          ],
          ...(asset.rotatedAt === null
            ? []
            : [[t('asset.rotated'), <TimeAgo key="rotated" at={asset.rotatedAt} />] as const]),
          [
            t('assets.state'),
            (asset.state === 'needsSecret' ? null : asset.lastTest?.message) ?? t(`states.${asset.state}`),
          ],
          ...(limits === '' ? [] : [[t('asset.limits'), limits] as const]),
          [
            t('asset.sharing'),
            asset.sharing === null ? t('asset.everyone') : t('asset.chosen', { count: asset.sharing.length }),
          ],
        ]}
      />
    </PanelSection>
  )
}

function Uses({ asset }: { asset: AssetView }) {
  const { t } = useTranslation('assets')
  const scope = useTenantScope()
  const query = useQuery(assetUsesQuery(scope.tenantId, asset.id))
  return (
    <PanelSection title={t('asset.uses')}>
      {query.isError && <p className={classes.quiet}>{t('asset.usesFailed')}</p>}
      {query.data?.length === 0 && <p className={classes.quiet}>{t('asset.noUse')}</p>}
      <ul className={classes.uses}>
        {(query.data ?? []).map((use) => (
          <li key={use.playbookId}>
            <Link to={paths.playbook(scope, use.playbookId)} className={classes.link}>
              {use.title}
            </Link>{' '}
            <span className={classes.quiet}>
              {use.steps.join(', ')} ({t(use.inPublished ? 'asset.published' : 'asset.draft')})
            </span>
          </li>
        ))}
      </ul>
    </PanelSection>
  )
}
