// @ts-check
// The connection to the table: it is made again and again until it holds.

const live = document.getElementById("live");
// milliseconds between two tries: at first, at most, where it is full
const SOON = 500,
  SELDOM = 10000,
  RARELY = 60000;
const RESTARTING = 1012; // how a server closes that hands its people over
const SHORT = 1200; // milliseconds that a connection may be gone before anybody is told
const MOMENT = 4000; // milliseconds for which a form that was not sent is told

/** @type {WebSocket | undefined} */
let socket;
let connected = false;
let delay = SOON;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let alarm;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let again;

/**
 * Connect a page that is live, and stay connected.
 * @param {(data: string) => void} receive
 */
export function keepConnected(receive) {
  if (!live) return;
  addEventListener("offline", checkConnection);
  addEventListener("online", () => connect(receive)); // the old one may be dead without knowing it
  connect(receive);
}

/** The browser says that it is offline: a server on this device is still there, any other is not. */
function checkConnection() {
  fetch("/healthz").then(() => navigator.onLine || setTimeout(checkConnection, SHORT), () => showOffline(true));
}

/** @param {(data: string) => void} receive */
function connect(receive) {
  clearTimeout(again);
  if (socket) {
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
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
  socket.onmessage = (event) => receive(event.data);
  socket.onclose = (event) => {
    connected = false;
    if (event.code === 4404 || event.code === 4403) return location.reload(); // the page says why
    if (event.code === 4429) return wait(receive);
    alarm ??= setTimeout(() => showOffline(true), SHORT);
    const jitter = event.code === RESTARTING ? Math.random() : 0.8 + Math.random() * 0.4; // not all at once
    again = setTimeout(() => connect(receive), delay * jitter);
    delay = Math.min(delay * 2, SELDOM);
  };
}

/**
 * There is no room for more who watch: say so, and look in again after a while.
 * @param {(data: string) => void} receive
 */
function wait(receive) {
  showFull(true);
  again = setTimeout(() => connect(receive), RARELY * (0.8 + Math.random() * 0.4));
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
