import { useTranslation } from 'react-i18next'
import { PageFrame } from './Frame.tsx'
import classes from './PageLoading.module.css'

interface PageLoadingProps {
  /** The layout to come: a record, the graph and steps of a run, or a canvas below its bar. */
  kind: 'record' | 'run' | 'canvas'
}

/** Placeholders in the layout of the page, so that nothing jumps; only after 200 ms. */
export function PageLoading({ kind }: PageLoadingProps) {
  const { t } = useTranslation('ui')
  return (
    <PageFrame>
      <div className={classes.page} data-kind={kind} role="status" aria-label={t('loading')}>
        <div className={classes.head}>
          <Bar width={kind === 'canvas' ? 220 : 320} tall />
          {kind !== 'canvas' && <Bar width={460} />}
        </div>
        {kind === 'record' && (
          <div className={classes.tabs}>
            {[52, 60, 72, 40, 56, 40].map((width, at) => (
              <Bar key={at} width={width} />
            ))}
          </div>
        )}
        {kind === 'record' && <Lines count={8} />}
        {kind === 'run' && (
          <div className={classes.split}>
            <div className={classes.canvas} />
            <Lines count={10} />
          </div>
        )}
        {kind === 'canvas' && <div className={classes.canvas} />}
      </div>
    </PageFrame>
  )
}

function Lines({ count }: { count: number }) {
  return (
    <div className={classes.lines}>
      {Array.from({ length: count }, (_, at) => (
        <div key={at} className={classes.line}>
          <Bar width={88} />
          <Bar width={180 + ((at * 67) % 160)} />
        </div>
      ))}
    </div>
  )
}

function Bar({ width, tall = false }: { width: number; tall?: boolean }) {
  return <span className={classes.bar} data-tall={tall || undefined} style={{ width }} />
}
