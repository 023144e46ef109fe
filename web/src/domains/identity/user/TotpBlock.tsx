import type { Me } from '@caseloom/contract/identity/sign-in'
import { Button } from '@mantine/core'
import { IconCircleCheck, IconDeviceMobile } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, hasCode } from '../../../data/api-error.ts'
import { describeError } from '../../../data/describe-error.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { CodeInput } from '../proofs/CodeInput.tsx'
import { useAttemptLimit } from '../proofs/useAttemptLimit.ts'
import { Block } from './Block.tsx'
import { Confirm } from './Confirm.tsx'
import { dropTotp, finishTotp, startTotp } from './me.queries.ts'
import { useProof } from './ProofDialog.tsx'
import { QrCode } from './QrCode.tsx'
import { useAction } from './useAction.ts'
import classes from './User.module.css'

interface FactorProps {
  me: Me
  /** After a factor was added or removed, with new recovery codes if any. */
  onChanged: (codes: readonly string[] | null) => void
}

/** The authenticator app: set up by a picture and a code, removed again. */
export function TotpBlock({ me, onChanged }: FactorProps) {
  const { t } = useTranslation('user')
  const withProof = useProof()
  const [begun, setBegun] = useState<{ secret: string; uri: string } | null>(null)
  const [removing, setRemoving] = useState(false)
  const begin = useAction({ act: () => withProof(startTotp), onDone: setBegun })
  const remove = useAction({
    act: () => withProof(dropTotp),
    onDone: () => onChanged(null),
  })
  return (
    <Block
      title={t('totp.title')}
      text={me.mfa.totp ? <IsOn /> : t('totp.text')}
      action={
        me.mfa.totp ? (
          <Button loading={remove.isPending} onClick={() => setRemoving(true)}>
            {t('totp.remove')}
          </Button>
        ) : (
          <SetUpButton loading={begin.isPending} onClick={() => begin.mutate(undefined)} />
        )
      }
    >
      {begun !== null && (
        <SetUpDialog
          {...begun}
          onDone={(codes) => {
            setBegun(null)
            onChanged(codes)
          }}
          onClose={() => setBegun(null)}
        />
      )}
      {removing && (
        <Confirm
          title={t('totp.removeTitle')}
          text={t('totp.removeText')}
          action={t('totp.removeConfirm')}
          onConfirm={() => remove.mutate(undefined)}
          onClose={() => setRemoving(false)}
        />
      )}
    </Block>
  )
}

function IsOn() {
  const { t } = useTranslation('user')
  return (
    <span className={classes.on}>
      <IconCircleCheck size={14} stroke={1.7} aria-hidden />
      {t('totp.on')}
    </span>
  )
}

function SetUpButton({ loading, onClick }: { loading: boolean; onClick: () => void }) {
  const { t } = useTranslation('user')
  return (
    <Button
      loading={loading}
      leftSection={<IconDeviceMobile size={16} stroke={1.6} aria-hidden />}
      onClick={onClick}
    >
      {t('totp.setUp')}
    </Button>
  )
}

interface SetUpProps {
  secret: string
  uri: string
  onDone: (codes: readonly string[]) => void
  onClose: () => void
}

function SetUpDialog({ secret, uri, onDone, onClose }: SetUpProps) {
  const { t } = useTranslation('user')
  const limit = useAttemptLimit()
  const confirm = useMutation({
    mutationFn: finishTotp,
    onMutate: () => limit.note(null),
    onSuccess: onDone,
    onError: (error) => limit.note(error),
  })
  const isWrong = isWrongCode(confirm.error)
  return (
    <Dialog onClose={onClose} title={t('totp.dialog')} size={520}>
      <div className={classes.setUp}>
        <QrCode text={uri} label={t('totp.picture')} />
        <div className={classes.setUpWords}>
          <p>{t('totp.scan')}</p>
          <p className={classes.quiet}>{t('totp.orType')}</p>
          <p className={classes.secret}>
            <code>{inFours(secret)}</code>
            <CopyButton value={secret} label={t('totp.copySecret')} />
          </p>
          <ErrorSummary
            message={
              limit.text ?? (confirm.isError && !isWrong ? describeError(confirm.error).text : undefined)
            }
          />
          <CodeInput
            size="sm"
            pending={confirm.isPending}
            error={isWrong && limit.text === undefined ? t('totp.wrong') : undefined}
            onCode={(code) => confirm.mutate(code)}
          />
        </div>
      </div>
    </Dialog>
  )
}

function isWrongCode(error: unknown): boolean {
  if (hasCode(error, 'session.bad_credentials')) return true
  return error instanceof ApiError && error.issues.some((issue) => issue.path.includes('code'))
}

/** Base32 as people read it out. */
function inFours(secret: string): string {
  return secret.replaceAll(/(.{4})(?=.)/g, '$1 ')
}
