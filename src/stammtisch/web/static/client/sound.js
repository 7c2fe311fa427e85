// @ts-check
// Sounds: made here, soft, and on after the first touch unless they were switched off.

import { setting } from "./settings.js";

const CHORD = [261.6, 329.6, 392, 523.3]; // in hertz
/** @type {AudioContext | undefined} */
let audio;

/** @param {"card" | "knock" | "drum" | "end"} what */
export function play(what) {
  if (setting("sound") === "no" || !("AudioContext" in window)) return;
  if (!navigator.userActivation?.hasBeenActive) return; // nothing has been touched yet
  const on = audio ??= new AudioContext();
  const now = on.currentTime;
  if (what === "card") noise(on, now, 0.07, 1800, 0.25);
  if (what === "knock")
    for (const late of [0, 0.16]) tone(on, now + late, 150, 0.09, 0.5);
  if (what === "drum")
    for (let beat = 0; beat < 7; beat++) noise(on, now + beat * 0.045, 0.05, 420, 0.1 + beat * 0.03);
  if (what === "end") CHORD.forEach((pitch, index) => tone(on, now + index * 0.09, pitch, 0.9, 0.14));
}

/**
 * @param {AudioContext} on
 * @param {number} start in seconds
 * @param {number} pitch in hertz
 * @param {number} length in seconds
 * @param {number} loud from 0 to 1
 */
function tone(on, start, pitch, length, loud) {
  const source = on.createOscillator(),
    volume = on.createGain();
  source.type = "triangle";
  source.frequency.setValueAtTime(pitch, start);
  volume.gain.setValueAtTime(loud, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + length);
  source.connect(volume).connect(on.destination);
  source.start(start);
  source.stop(start + length);
}

/**
 * @param {AudioContext} on
 * @param {number} start in seconds
 * @param {number} length in seconds
 * @param {number} pitch in hertz: nothing above it is heard
 * @param {number} loud from 0 to 1
 */
function noise(on, start, length, pitch, loud) {
  const buffer = on.createBuffer(1, Math.ceil(on.sampleRate * length), on.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < samples.length; index++) {
    samples[index] = (Math.random() * 2 - 1) * (1 - index / samples.length) ** 3;
  }
  const source = on.createBufferSource(),
    filter = on.createBiquadFilter(),
    volume = on.createGain();
  source.buffer = buffer;
  filter.type = "lowpass";
  filter.frequency.value = pitch;
  volume.gain.value = loud;
  source.connect(filter).connect(volume).connect(on.destination);
  source.start(start);
}
