// @ts-check
// The connection to the table: it is made again and again until it holds. Over it decisions are sent, too.

const live = document.getElementById("live");
// milliseconds between two tries: at first, at most, where it is full
const SOON = 500,
  SELDOM = 10000,
  RARELY = 60000;
const RESTARTING = 1012; // how a server closes that hands its people over
const SHORT = 1200; // milliseconds that a connection may be gone before anybody is told
const MOMENT = 4000; // milliseconds for which a form that was not sent is told
const SILENT = 3000; // milliseconds after which an answer is not waited for any longer

/** @type {WebSocket | undefined} */
let socket;
let connected = false;
let delay = SOON;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let alarm;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let again;
/** @type {(data: string) => void} */
let receive;
/**
 * Decisions that were sent and not answered, by number.
 * @type {Map<number, (answer: Response | undefined) => void>}
 */
const unanswered = new Map();
let acts = 0; // that were sent
let heard = 0; // when something was last heard

/**
 * Connect a page that is live, and stay connected.
 * @param {(data: string) => void} take what comes
 */
export function keepConnected(take) {
  if (!live) return;
  receive = take;
  addEventListener("offline", checkConnection);
  addEventListener("online", connect); // the old one may be dead without knowing it
  connect();
}

/** Whether a decision can be sent over the connection. */
export function isOpen() {
  return socket?.readyState === WebSocket.OPEN;
}

/**
 * Send a decision over an open connection; its answer, or none where the connection has ended or is silent.
 * @param {string} form what would be sent as a form
 * @returns {Promise<Response | undefined>}
 */
export function sendAct(form) {
  acts += 1;
  const act = acts;
  return new Promise((done) => {
    const silence = setTimeout(() => unanswered.get(act)?.(undefined), SILENT);
    unanswered.set(act, (answer) => {
      clearTimeout(silence);
      unanswered.delete(act);
      done(answer);
    });
    socket?.send(JSON.stringify({ act, form }));
  });
}

/**
 * What became of a decision that was sent.
 * @typedef {{answer: number, status: number, type: string, said: string}} Answer
 * @param {Answer} answer
 */
export function takeAnswer(answer) {
  const { status, type, said } = answer;
  unanswered.get(answer.answer)?.(new Response(said || null, { status, headers: { "content-type": type } }));
}

/**
 * Connect anew if nothing was heard since some time, though there was something to hear: the connection is dead.
 * @param {number} since
 */
export function reviveConnection(since) {
  if (heard < since) connect();
}

/** The connection is gone, and what was not answered never is. */
function giveUp() {
  for (const done of [...unanswered.values()]) done(undefined);
}

/** The browser says that it is offline: a server on this device is still there, any other is not. */
function checkConnection() {
  fetch("/healthz").then(() => navigator.onLine || setTimeout(checkConnection, SHORT), () => showOffline(true));
}

/** Connect, in the place of a connection that there may be. */
function connect() {
  clearTimeout(again);
  if (socket) {
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
    connected = false;
    giveUp();
  }
  socket = new WebSocket(address());
  socket.onopen = () => {
    connected = true;
    delay = SOON;
    clearTimeout(alarm);
    alarm = undefined;
    showOffline(false);
    showFull(false);
  };
  socket.onmessage = (event) => {
    heard = performance.now();
    receive(event.data);
  };
  socket.onclose = (event) => {
    connected = false;
    giveUp();
    if (event.code === 4404 || event.code === 4403) return location.reload(); // the page says why
    if (event.code === 4429) return wait();
    alarm ??= setTimeout(() => showOffline(true), SHORT);
    const jitter = event.code === RESTARTING ? Math.random() : 0.8 + Math.random() * 0.4; // not all at once
    again = setTimeout(connect, delay * jitter);
    delay = Math.min(delay * 2, SELDOM);
  };
}

/** There is no room for more who watch: say so, and look in again after a while. */
function wait() {
  showFull(true);
  again = setTimeout(connect, RARELY * (0.8 + Math.random() * 0.4));
}

/** @param {boolean} full */
function showFull(full) {
  document.getElementById("crowded")?.toggleAttribute("hidden", !full);
}

/** Where the table is heard, and how many lines of its talk were here already, those counted that are not shown. */
function address() {
  const heard = document.getElementById("chat")?.dataset.heard ?? "0";
  return `${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}${live?.dataset.socket}&heard=${heard}`;
}

/** A form could not be sent: say so for a moment, or until there is a connection. */
export function reportSendFailure() {
  showOffline(true);
  setTimeout(() => connected && showOffline(false), MOMENT);
}

/** @param {boolean} gone */
function showOffline(gone) {
  document.body.classList.toggle("offline", gone);
}
