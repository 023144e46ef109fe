import { Centred, Content, PageFrame } from './frame/Frame.tsx'
import { type ErrorView, StateCard } from './StateCard.tsx'

/** A page whose one thing could not be loaded: the frame stays, the card says what happened and offers another try. */
export function PageFailure(props: { title: string; error: ErrorView; onRetry: () => void }) {
  return (
    <PageFrame>
      <Content>
        <Centred>
          <StateCard level={1} {...props} />
        </Centred>
      </Content>
    </PageFrame>
  )
}
