import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../data/describe-error.ts'
import classes from './PlainPages.module.css'

// The card brings buttons and styles that the first page may not need; RootPage loads it while the network is there.
const loadCard = () => import('./PageErrorCard.tsx')
const Card = lazy(() =>
  loadCard().then(
    (module) => ({ default: module.PageErrorCard }),
    () => ({ default: PlainError }),
  ),
)

/** Loads the card ahead of the errors that it shows. Without it, a plain message takes its place. */
export function preparePageError(): void {
  // An error that comes later asks again, or shows the plain message.
  loadCard().catch(() => undefined)
}

export function PageError(props: ErrorComponentProps) {
  return (
    <Suspense fallback={null}>
      <Card {...props} />
    </Suspense>
  )
}

/** The message without the card: its code could not be loaded. */
function PlainError({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation(['shell', 'ui'])
  const router = useRouter()
  return (
    <div className={classes.cover} role="alert">
      <h1>{t('shell:page.failed')}</h1>
      <p>{describeError(error).text}</p>
      <button
        type="button"
        onClick={() => {
          reset()
          void router.invalidate()
        }}
      >
        {t('ui:retry')}
      </button>
    </div>
  )
}
