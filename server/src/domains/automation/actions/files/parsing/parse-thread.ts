import { parentPort, workerData } from 'node:worker_threads'
import { parseContent } from './parse-content.ts'
import type { ParseTask } from './parse-messages.ts'

// The body of a thread that reads one content and ends; its owner bounds time and memory.
parentPort?.postMessage(await parseContent(workerData as ParseTask)) // what parse-in-thread.ts hands over
