import { Button } from '@mantine/core'
import { IconFlag3 } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTenantScope } from '../../../data/scope.tsx'
import { addTexts } from '../../../ui/text/i18n.ts'
import { attackEn } from './attack.en.ts'
import type { AttackPlace } from './attack.queries.ts'
import classes from './AttackEvents.module.css'
import { storedEvent } from './event-draft.ts'

addTexts('attack', attackEn)
const AttackEventForm = lazy(() =>
  import('./AttackEventForm.tsx').then((module) => ({ default: module.AttackEventForm })),
)

/** A button that becomes the form of a new attack event. */
export function AddAttackEvent({ place }: { place: AttackPlace }) {
  const { t } = useTranslation('attack')
  const { userId } = useTenantScope()
  const [state, setState] = useState<'closed' | 'restored' | 'open' | 'left'>(() =>
    storedEvent(place, userId).read() === null ? 'closed' : 'restored',
  )
  return (
    <div className={classes.add}>
      {state === 'open' || state === 'restored' ? (
        <Suspense fallback={null}>
          <AttackEventForm place={place} autoFocus={state === 'open'} onDone={() => setState('left')} />
        </Suspense>
      ) : (
        <Button
          autoFocus={state === 'left'}
          leftSection={<IconFlag3 size={16} stroke={1.6} aria-hidden />}
          onClick={() => setState('open')}
        >
          {t('add')}
        </Button>
      )}
    </div>
  )
}
