import { createClient } from "@supabase/supabase-js";
import { useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";

/**
 * The dashboard as the specification describes it: all rows of the range through the backend's data service, added up
 * in the browser, drawn with Recharts. For comparison only.
 */

interface UsageRow {
  timestamp: string;
  endpoint: string;
  status_code: number;
  response_time: number;
}

const PAGE_ROWS = 1_000;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

const query = new URLSearchParams(window.location.search);
const days = Number(query.get("days"));
const { key = "" } = document.getElementById("root")?.dataset ?? {};
const supabase = createClient(window.location.origin, key, { auth: { storageKey: "rival-auth-token" } });

async function fetchRows(): Promise<UsageRow[]> {
  const from = new Date(Date.now() - days * DAY_MS).toISOString();
  const rows: UsageRow[] = [];
  for (;;) {
    const page = supabase.from("api_usage").select("*").gte("timestamp", from).order("id");
    const { data, error } = await page.range(rows.length, rows.length + PAGE_ROWS - 1);
    if (error) throw error;
    rows.push(...data);
    if (data.length < PAGE_ROWS) return rows;
  }
}

const isError = ({ status_code }: UsageRow) => status_code >= 400;
const average = (rows: UsageRow[]) =>
  rows.reduce((sum, row) => sum + row.response_time, 0) / (rows.length || 1);

function analyse(rows: UsageRow[]) {
  const bucketMs = days === 1 ? HOUR_MS : DAY_MS;
  const series = Map.groupBy(rows, ({ timestamp }) => Math.floor(Date.parse(timestamp) / bucketMs));
  const endpoints = Map.groupBy(rows, ({ endpoint }) => endpoint);
  return {
    total: rows.length,
    time: average(rows),
    errorRate: (100 * rows.filter(isError).length) / (rows.length || 1),
    series: [...series].map(([bucket, some]) => ({
      date: new Date(bucket * bucketMs).toLocaleString("en-US"),
      requests: some.length,
    })),
    top: [...endpoints]
      .map(([endpoint, some]) => ({ endpoint, requests: some.length, time: average(some) }))
      .sort((a, b) => b.requests - a.requests)
      .slice(0, 5),
  };
}

type Analytics = ReturnType<typeof analyse>;

const Card = ({ title, value }: { title: string; value: string | null | undefined }) => (
  <section className="card">
    <h2>{title}</h2>
    {value ? <p className="figure">{value}</p> : <div className="skeleton" />}
  </section>
);

function Dashboard() {
  const [analytics, setAnalytics] = useState<Analytics | null>(null);
  useEffect(() => {
    void fetchRows().then((rows) => setAnalytics(analyse(rows)));
  }, []);
  return (
    <main>
      <h1>Dashboard</h1>
      <p>Monitor your API usage and account status</p>
      <div className="cards">
        <Card title="API Requests" value={analytics?.total.toLocaleString("en-US")} />
        <Card title="Response Time" value={analytics && `${analytics.time.toFixed(0)} ms`} />
        <Card title="Error Rate" value={analytics && `${analytics.errorRate.toFixed(2)}%`} />
      </div>
      <section className="card plot">{analytics && <Plot series={analytics.series} />}</section>
      <section className="card">
        <h2>Top Endpoints</h2>
        {analytics ? <Top top={analytics.top} /> : <div className="skeleton" />}
      </section>
    </main>
  );
}

const Plot = ({ series }: Pick<Analytics, "series">) => (
  <ResponsiveContainer width="100%" height={280}>
    <LineChart data={series}>
      <CartesianGrid strokeDasharray="3 3" />
      <XAxis dataKey="date" />
      <YAxis />
      <Tooltip />
      <Line dataKey="requests" isAnimationActive={false} />
    </LineChart>
  </ResponsiveContainer>
);

const Top = ({ top }: Pick<Analytics, "top">) => (
  <ol id="figures">
    {top.map(({ endpoint, requests, time }) => (
      <li key={endpoint}>
        {endpoint}: {requests} requests, {time.toFixed(0)} ms
      </li>
    ))}
  </ol>
);

const root = document.getElementById("root");
if (root) createRoot(root).render(<Dashboard />);
