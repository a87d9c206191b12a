import { parentPort, workerData } from 'node:worker_threads'
import { surfaceOn, type ThreadPlan } from './far-surface.js'

/** What runs in the thread that reads sockets: see {@link surfaceOn}. */
if (parentPort) await surfaceOn(parentPort, workerData as ThreadPlan)
