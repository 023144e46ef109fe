import type { Me } from '@caseloom/contract/identity/sign-in'
import { Button, PasswordInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { createContext, type FormEvent, type ReactNode, use, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, hasCode } from '../../../data/api-error.ts'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogActions } from '../../../ui/dialog/DialogActions.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { useAttemptLimit } from '../proofs/useAttemptLimit.ts'
import type { Proof } from './me.queries.ts'
import classes from './User.module.css'

/** The dialog was closed: nothing happened, nothing is reported. */
export class ProofGivenUp extends Error {}

type Action<T> = (proof: Proof) => Promise<T>
type WithProof = <T>(action: Action<T>) => Promise<T>

interface Asked {
  /** True when the action went through (or failed for another reason); false when the password was wrong. */
  attempt: (password: string) => Promise<boolean>
  giveUp: () => void
}

const ProofContext = createContext<WithProof | null>(null)

/** When the server requires reauthentication, asks for the password once and repeats the action with it. */
export function useProof(): WithProof {
  const run = use(ProofContext)
  if (run === null) throw new Error('useProof outside of ProofProvider')
  return run
}

export function ProofProvider({ me, children }: { me: Me; children: ReactNode }) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const run: WithProof = async (action) => {
    try {
      return await action({})
    } catch (error) {
      if (!hasCode(error, 'session.proof_needed')) throw error
    }
    return new Promise((resolve, reject) => {
      setAsked({
        attempt: (currentPassword) =>
          action({ currentPassword }).then(
            (result) => {
              resolve(result)
              return true
            },
            (error: unknown) => {
              if (isWrongPassword(error)) return false
              if (hasCode(error, 'request.too_many')) throw error
              reject(error)
              return true
            },
          ),
        giveUp: () => reject(new ProofGivenUp()),
      })
    })
  }
  return (
    <ProofContext value={run}>
      {children}
      {asked !== null && <ProofDialog me={me} asked={asked} onEnd={() => setAsked(null)} />}
    </ProofContext>
  )
}

function isWrongPassword(error: unknown): boolean {
  if (hasCode(error, 'session.proof_needed', 'session.bad_credentials')) return true
  return error instanceof ApiError && error.issues.some((issue) => issue.path.includes('currentPassword'))
}

function ProofDialog({ me, asked, onEnd }: { me: Me; asked: Asked; onEnd: () => void }) {
  const { t } = useTranslation('user')
  const limit = useAttemptLimit()
  const [password, setPassword] = useState('')
  const [isWrong, setIsWrong] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const close = () => {
    asked.giveUp()
    onEnd()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (password === '' || isBusy) return
    limit.note(null)
    setIsBusy(true)
    asked.attempt(password).then(
      (through) => {
        if (through) onEnd()
        setIsWrong(!through)
        setIsBusy(false)
      },
      (error: unknown) => {
        limit.note(error)
        setIsBusy(false)
      },
    )
  }
  return (
    <Dialog onClose={close} title={t('proof.title')} size={400}>
      {me.hasPassword ? (
        <PasswordProof
          submit={submit}
          limit={limit}
          me={me}
          password={password}
          setPassword={setPassword}
          isWrong={isWrong}
          close={close}
          isBusy={isBusy}
        />
      ) : (
        <OtherSignIn close={close} />
      )}
    </Dialog>
  )
}

interface PasswordProofProps {
  submit: (event: FormEvent) => void
  limit: ReturnType<typeof useAttemptLimit>
  me: Me
  password: string
  setPassword: (next: string) => void
  isWrong: boolean
  close: () => void
  isBusy: boolean
}

function PasswordProof({
  submit,
  limit,
  me,
  password,
  setPassword,
  isWrong,
  close,
  isBusy,
}: PasswordProofProps) {
  const { t } = useTranslation('user')
  return (
    <form onSubmit={submit}>
      <p className={classes.dialogText}>{t('proof.text')}</p>
      <ErrorSummary message={limit.text} />
      <input type="text" name="username" autoComplete="username" value={me.email} readOnly hidden />
      <PasswordInput
        label={t('proof.password')}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        error={isWrong ? t('proof.wrong') : undefined}
        autoComplete="current-password"
        data-autofocus
        visibilityToggleButtonProps={{ 'aria-label': t('proof.show'), tabIndex: 0 }}
      />
      <DialogActions onCancel={close} confirm={t('proof.confirm')} loading={isBusy} apart />
    </form>
  )
}

function OtherSignIn({ close }: { close: () => void }) {
  const { t } = useTranslation('user')
  return (
    <>
      <p className={classes.dialogText}>{t('proof.again')}</p>
      <footer>
        <Button onClick={close}>{t('cancel')}</Button>
        <Button variant="filled" component={Link} to="/logout">
          {t('proof.logOut')}
        </Button>
      </footer>
    </>
  )
}
