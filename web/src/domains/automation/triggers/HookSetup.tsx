import type { TriggerView } from '@caseloom/contract/automation/automation'
import { SECRET_OF_SENDER } from '@caseloom/contract/automation/hook-auth'
import { Button } from '@mantine/core'
import { IconEye, IconEyeOff, IconKey } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { keys } from '../../../data/keys.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { DateTime } from '../../../ui/Times.tsx'
import { toast } from '../../../ui/toast.tsx'
import classes from '../shared/Automation.module.css'
import { readSecret } from '../shared/automation.queries.ts'
import { Fact, PanelSection } from '../shared/Panel.tsx'
import { hookCommand } from './hook-command.ts'
import { NewSecretDialog } from './NewSecretDialog.tsx'
import triggerClasses from './Triggers.module.css'

interface HookSetupProps {
  hook: TriggerView
  playbookId: string
  /** Header that carries the signature or secret, if the document names one. */
  header: string | undefined
  maySecret: boolean
}

const MASK = '••••••••••••••••'

export function HookSetup({ hook, playbookId, header, maySecret }: HookSetupProps) {
  const { t } = useTranslation('automation')
  const secretName = hook.auth === 'basic' ? t('hook.login') : t('hook.secret')
  return (
    <>
      <Fact label={t('hook.address')}>
        <span className={classes.copyLine}>
          <code className={classes.address}>{hook.address}</code>
          <CopyButton value={hook.address} label={t('hook.copyAddress')} />
        </span>
      </Fact>
      <Fact label={t('hook.auth')}>
        {t(`hook.auths.${hook.auth}`)}
        {header !== undefined && hook.auth !== 'none' && (
          <>
            {' '}
            <code className={classes.literal}>{header}</code>
          </>
        )}
      </Fact>
      {hook.auth !== 'none' && (
        <Fact label={secretName}>
          {maySecret ? (
            <Secret hook={hook} playbookId={playbookId} name={secretName} />
          ) : (
            t('hook.secretHidden')
          )}
        </Fact>
      )}
      {SECRET_OF_SENDER.has(hook.auth) && <p className={classes.hint}>{t('hook.ofSender')}</p>}
      <PanelSection title={t('hook.terminal')}>
        <pre className={triggerClasses.command}>{hookCommand(hook, header)}</pre>
        <CopyButton look="button" value={hookCommand(hook, header)} label={t('hook.copyCommand')} />
      </PanelSection>
      {hook.auth === 'hmac-sha256' && (
        <PanelSection title={t('hook.github.title')}>
          <ol className={classes.howTo}>
            <li>{t('hook.github.open')}</li>
            <li>{t('hook.github.address')}</li>
            <li>{t('hook.github.secret')}</li>
            <li>{t('hook.github.events')}</li>
          </ol>
        </PanelSection>
      )}
      {isLocal(hook.address) && <p className={classes.hint}>{t('hook.local')}</p>}
    </>
  )
}

function isLocal(address: string): boolean {
  const host = URL.canParse(address) ? new URL(address).hostname : ''
  return host === 'localhost' || host === '[::1]' || host.startsWith('127.')
}

/** Masked until requested; forgotten when the panel closes. */
function Secret({ hook, playbookId, name }: Pick<HookSetupProps, 'hook' | 'playbookId'> & { name: string }) {
  const { t } = useTranslation('automation')
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  const [secret, setSecret] = useState<string>()
  const [asking, setAsking] = useState(false)
  const failed = (error: unknown) => {
    const words = describeError(error)
    toast({ kind: 'error', title: words.title ?? t('hook.secretFailed'), text: words.text })
  }
  const reveal = async () => {
    setAsking(true)
    try {
      setSecret(await readSecret(tenantId, hook.id))
    } catch (error) {
      failed(error)
    } finally {
      setAsking(false)
    }
  }
  const toCopy = async () => secret ?? (await readSecret(tenantId, hook.id))
  const [isRenewing, setIsRenewing] = useState(false)
  return (
    <>
      <SecretText secret={secret} toCopy={toCopy} failed={failed} name={name} />
      <RevealButton asking={asking} secret={secret} reveal={reveal} setSecret={setSecret} />
      <RenewButton setIsRenewing={setIsRenewing} />
      <SecretTimes hook={hook} />
      {isRenewing && (
        <NewSecretDialog
          triggerId={hook.id}
          onDone={(made) => {
            setIsRenewing(false)
            setSecret(made.secret)
            void client.invalidateQueries({ queryKey: keys.one(tenantId, 'playbooks', playbookId) })
            toast({ kind: 'success', title: t('hook.renewed') })
          }}
          onClose={() => setIsRenewing(false)}
        />
      )}
    </>
  )
}

function SecretTimes({ hook }: { hook: TriggerView }) {
  const { t } = useTranslation('automation')
  return (
    <>
      {hook.secretAt !== null && (
        <p className={classes.quiet}>
          {t('hook.secretSince')} <DateTime at={hook.secretAt} />
        </p>
      )}
      {hook.oldSecretUntil !== null && (
        <p className={classes.quiet}>
          {t('hook.oldUntil')} <DateTime at={hook.oldSecretUntil} />
        </p>
      )}
    </>
  )
}

interface SecretTextProps {
  secret: string | undefined
  toCopy: () => Promise<string>
  failed: (error: unknown) => void
  name: string
}

function SecretText({ secret, toCopy, failed, name }: SecretTextProps) {
  const { t } = useTranslation('automation')
  return (
    <span className={classes.copyLine}>
      <code className={classes.address} aria-label={secret === undefined ? t('hook.masked') : undefined}>
        {secret ?? MASK}
      </code>
      <CopyButton
        value={async () => {
          try {
            return await toCopy()
          } catch (error) {
            failed(error)
            return null
          }
        }}
        label={t('hook.copySecret', { name: name.toLowerCase() })}
      />
    </span>
  )
}

interface RevealButtonProps {
  asking: boolean
  secret: string | undefined
  reveal: () => Promise<void>
  setSecret: (next: string | undefined) => void
}

function RevealButton({ asking, secret, reveal, setSecret }: RevealButtonProps) {
  const { t } = useTranslation('automation')
  return (
    <Button
      variant="subtle"
      size="compact-xs"
      loading={asking}
      leftSection={
        secret === undefined ? (
          <IconEye size={14} stroke={1.7} aria-hidden />
        ) : (
          <IconEyeOff size={14} stroke={1.7} aria-hidden />
        )
      }
      onClick={() => (secret === undefined ? void reveal() : setSecret(undefined))}
    >
      {secret === undefined ? t('hook.reveal') : t('hook.hide')}
    </Button>
  )
}

function RenewButton({ setIsRenewing }: { setIsRenewing: (next: boolean) => void }) {
  const { t } = useTranslation('automation')
  return (
    <Button
      variant="subtle"
      size="compact-xs"
      leftSection={<IconKey size={14} stroke={1.7} aria-hidden />}
      onClick={() => setIsRenewing(true)}
    >
      {t('hook.renew')}
    </Button>
  )
}
