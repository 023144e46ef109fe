import type { SessionView } from '@caseloom/contract/identity/identity'
import type { SecondFactor } from '@caseloom/contract/identity/sign-in'
import { Anchor, Button } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasCode } from '../../data/api-error.ts'
import { describeError } from '../../data/describe-error.ts'
import { ErrorSummary } from '../../ui/ErrorSummary.tsx'
import { CodeInput, RecoveryInput } from './proofs/CodeInput.tsx'
import { answerFactor, answerWithPasskey, type Challenge } from './identity.queries.ts'
import { canUsePasskeys, PasskeyGivenUp } from './proofs/passkey.ts'
import classes from './proofs/SignIn.module.css'
import { useAttemptLimit } from './proofs/useAttemptLimit.ts'

interface SecondFactorFormProps extends Challenge {
  onDone: (session: SessionView) => void
  /** The challenge expired: the password must be entered again. */
  onOver: () => void
  onBack: () => void
}

/** A code, a passkey, or a recovery code, whichever the person has. */
export function SecondFactorForm({ challenge, methods, onDone, onOver, onBack }: SecondFactorFormProps) {
  const { t } = useTranslation('identity')
  const usable = methods.filter((method) => method !== 'passkey' || canUsePasskeys())
  const [method, setMethod] = useState<SecondFactor>(() => firstOf(usable))
  const limit = useAttemptLimit()
  const mutation = useCodeCheck({ method, challenge, limit, onDone, onOver })
  const isWrong = hasCode(mutation.error, 'session.bad_credentials')
  const isGivenUp = mutation.error instanceof PasskeyGivenUp
  const failure =
    limit.text ??
    (mutation.isError && !isWrong && !isGivenUp ? describeError(mutation.error).text : undefined)
  const code = {
    pending: mutation.isPending,
    error: isWrong && limit.text === undefined ? t(`factor.${method}Wrong`) : undefined,
    onCode: (text: string) => mutation.mutate(text),
  }
  return (
    <div className={classes.fields}>
      <ErrorSummary message={failure} />
      {method === 'totp' && <CodeInput {...code} />}
      {method === 'recovery' && <RecoveryInput {...code} />}
      {method === 'passkey' && (
        <>
          <Button
            size="lg"
            variant="filled"
            fullWidth
            autoFocus
            loading={mutation.isPending}
            onClick={() => mutation.mutate('')}
            leftSection={<IconFingerprint size={16} stroke={1.6} aria-hidden />}
          >
            {t('factor.passkey')}
          </Button>
          <p className={classes.failure} role="alert">
            {isGivenUp ? t('passkey.givenUp') : isWrong ? t('factor.passkeyWrong') : ''}
          </p>
        </>
      )}
      <OtherMethods
        usable={usable}
        method={method}
        mutation={mutation}
        setMethod={setMethod}
        onBack={onBack}
      />
    </div>
  )
}

interface CodeCheckInput {
  method: SecondFactor
  challenge: string
  limit: ReturnType<typeof useAttemptLimit>
  onDone: (session: SessionView) => void
  onOver: () => void
}

function useCodeCheck({ method, challenge, limit, onDone, onOver }: CodeCheckInput) {
  const mutation = useMutation({
    mutationFn: (code: string) => {
      if (method === 'passkey') return answerWithPasskey(challenge)
      return answerFactor(challenge, { method, code })
    },
    onMutate: () => limit.note(null),
    onSuccess: onDone,
    onError: (error) => {
      limit.note(error)
      if (hasCode(error, 'session.challenge_over')) onOver()
    },
  })
  return mutation
}

function firstOf(methods: readonly SecondFactor[]): SecondFactor {
  const order: readonly SecondFactor[] = ['totp', 'passkey', 'recovery']
  return order.find((method) => methods.includes(method)) ?? 'recovery'
}

interface OtherMethodsProps {
  usable: readonly SecondFactor[]
  method: SecondFactor
  mutation: { reset: () => void }
  setMethod: (method: SecondFactor) => void
  onBack: () => void
}

function OtherMethods({ usable, method, mutation, setMethod, onBack }: OtherMethodsProps) {
  const { t } = useTranslation('identity')
  return (
    <div className={classes.links}>
      {usable
        .filter((other) => other !== method)
        .map((other) => (
          <Anchor
            key={other}
            component="button"
            type="button"
            size="xs"
            onClick={() => {
              mutation.reset()
              setMethod(other)
            }}
          >
            {t(`factor.${other}Instead`)}
          </Anchor>
        ))}
      <Anchor component="button" type="button" size="xs" onClick={onBack}>
        {t('factor.back')}
      </Anchor>
    </div>
  )
}
