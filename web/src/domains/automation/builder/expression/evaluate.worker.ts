import { evaluateValue, type Question } from './evaluate.ts'
import { READY } from './worker-ready.ts'

self.addEventListener('message', (event: MessageEvent<Question>) => {
  void evaluateValue(event.data).then((answer) => self.postMessage(answer))
})
self.postMessage(READY)
