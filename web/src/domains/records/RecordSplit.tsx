import { lazy, type ReactNode, Suspense, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useTenantScope } from '../../data/scope.tsx'
import { useWantsRail } from '../../ui/frame/wants-rail.ts'
import { useKeyActions } from '../../ui/shortcuts/registry.ts'
import { toast } from '../../ui/toast.tsx'
import { useWideWindow } from '../../ui/useWideWindow.ts'
import { BesideList } from './list/beside-list.ts'
import { placeIn, readTrail } from './list/trail.ts'
import { Divider } from './split/Divider.tsx'
import { SPLIT_KEY, useSplitChoice } from './split/split-choice.ts'
import { useEnterSplit } from './split/useEnterSplit.ts'
import classes from './split/Split.module.css'

const SplitList = lazy(() => import('./SplitList.tsx').then((module) => ({ default: module.SplitList })))

interface RecordSplitProps {
  appId: string
  recordId: string
  children: ReactNode
}

/** A record, and beside it the list that it was opened from, where the person chose so and the window is wide enough. */
export function RecordSplit({ appId, recordId, children }: RecordSplitProps) {
  const { t } = useTranslation('split')
  const { tenantId, userId } = useTenantScope()
  const { isOn, width, choose } = useSplitChoice(userId)
  const isWide = useWideWindow()
  const frame = useRef<HTMLDivElement>(null)
  // A record that was opened on the way through the list brings more of it along.
  const trail = useMemo(() => {
    const stored = readTrail({ tenantId, userId })
    return placeIn(stored, appId, recordId) === null ? null : stored
  }, [tenantId, userId, appId, recordId])
  const enter = useEnterSplit()
  const isSplit = isOn && isWide && trail !== null
  useWantsRail(isSplit)
  const toggle = () => {
    if (trail === null) toast({ kind: 'info', title: t('alone'), text: t('aloneText') })
    else if (isSplit) choose({ isOn: false })
    else enter()
  }
  useKeyActions([{ keys: [SPLIT_KEY], label: t('key'), run: toggle }])
  return (
    <div className={classes.split} ref={frame}>
      {isSplit && (
        <>
          <aside
            className={classes.list}
            style={{ width }}
            aria-label={t('name', { list: trail.name })}
            data-split
          >
            <Suspense fallback={null}>
              <SplitList
                appId={appId}
                recordId={recordId}
                trail={trail}
                onClose={() => choose({ isOn: false })}
              />
            </Suspense>
          </aside>
          <Divider width={width} frame={frame} onWidth={(next) => choose({ width: next })} />
        </>
      )}
      <div className={classes.record} data-split={isSplit || undefined}>
        <BesideList value={isSplit}>{children}</BesideList>
      </div>
    </div>
  )
}
