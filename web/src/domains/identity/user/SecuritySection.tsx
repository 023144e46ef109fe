import type { Me } from '@caseloom/contract/identity/sign-in'
import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasCode } from '../../../data/api-error.ts'
import { toast } from '../../../ui/toast.tsx'
import { NewPasswordForm } from '../proofs/NewPasswordForm.tsx'
import { Block } from './Block.tsx'
import { rereadSecurity, savePassword } from './me.queries.ts'
import { PasskeysBlock } from './PasskeysBlock.tsx'
import { ProofGivenUp, useProof } from './ProofDialog.tsx'
import { RecoveryBlock, RecoveryCodes } from './RecoveryCodes.tsx'
import type { SectionProps } from './section.ts'
import { TotpBlock } from './TotpBlock.tsx'
import classes from './User.module.css'

export function SecuritySection({ me, session }: SectionProps) {
  const client = useQueryClient()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const changed = (fresh: readonly string[] | null) => {
    if (fresh !== null) setCodes(fresh)
    void rereadSecurity(client)
  }
  return (
    <>
      <Demand me={me} session={session} />
      <PasswordBlock me={me} />
      <TotpBlock me={me} onChanged={changed} />
      <PasskeysBlock me={me} onChanged={changed} />
      <RecoveryBlock me={me} onChanged={changed} />
      {codes !== null && <RecoveryCodes codes={codes} email={me.email} onClose={() => setCodes(null)} />}
    </>
  )
}

function Demand({ me, session }: Pick<SectionProps, 'me' | 'session'>) {
  const { t } = useTranslation('user')
  const waiting = session.accounts.filter((account) => account.needs === 'mfa')
  const hasFactor = me.mfa.totp || me.mfa.passkeys.length > 0
  const names = waiting.length > 0 ? waiting.map((account) => account.name) : me.mfa.requiredBy
  if (names.length === 0 || (hasFactor && waiting.length === 0)) return null
  return (
    <div className={classes.demand} role="status">
      <IconAlertTriangle size={16} stroke={1.6} aria-hidden />
      <div>
        <p className={classes.demandTitle}>{t('demand.title', { accounts: names.join(', ') })}</p>
        <p>{t(hasFactor ? 'demand.again' : 'demand.text')}</p>
        {hasFactor && (
          <Button component={Link} to="/logout" mt={8}>
            {t('demand.logIn')}
          </Button>
        )}
      </div>
    </div>
  )
}

function PasswordBlock({ me }: { me: Me }) {
  const { t } = useTranslation('user')
  const client = useQueryClient()
  const withProof = useProof()
  const [open, setOpen] = useState(false)
  return (
    <Block
      title={t('password.title')}
      text={t(me.hasPassword ? 'password.text' : 'password.none')}
      action={
        open ? undefined : (
          <Button onClick={() => setOpen(true)}>
            {t(me.hasPassword ? 'password.change' : 'password.set')}
          </Button>
        )
      }
    >
      {open && (
        <div className={classes.inner}>
          <NewPasswordForm
            email={me.email}
            size="sm"
            asksCurrent={me.hasPassword}
            submitText={t(me.hasPassword ? 'password.change' : 'password.set')}
            save={({ currentPassword, password }) =>
              me.hasPassword
                ? savePassword({ currentPassword, password })
                : withProof((proof) => savePassword({ ...proof, password }))
            }
            onSaved={() => {
              setOpen(false)
              toast({ kind: 'success', title: t('password.changed'), text: t('password.changedText') })
              void rereadSecurity(client)
            }}
            onFailed={(error) => {
              if (error instanceof ProofGivenUp) return {}
              return isRefused(error) ? { currentPassword: t('proof.wrong') } : undefined
            }}
          >
            <Button size="sm" onClick={() => setOpen(false)}>
              {t('cancel')}
            </Button>
          </NewPasswordForm>
        </div>
      )}
    </Block>
  )
}

function isRefused(error: unknown): boolean {
  return hasCode(error, 'session.proof_needed', 'session.bad_credentials')
}
